import { afterAll, expect, test } from 'vitest'
import { askedThreads } from '#servers/kit/json/threads'

const ECHO = `import { parentPort } from 'node:worker_threads'
parentPort.on('message', (question) => parentPort.postMessage({ answer: question }))`

const threads = askedThreads({
  url: new URL(`data:text/javascript,${encodeURIComponent(ECHO)}`),
  most: 1,
  memoryMiB: 64,
})
afterAll(async () => threads.close())

test('a question that cannot be sent fails by itself, and its thread answers the next', async () => {
  const unsendable = threads.ask({ act: () => undefined })
  const next = threads.ask('next')

  await expect(unsendable).rejects.toThrow('could not be cloned')
  expect(await next).toBe('next')
})

import { Worker } from 'node:worker_threads'
import { literal, message } from '#common/messages/message'
import { ModelRunError } from '../../host/errors.ts'
import type { ReadWord, TextReply } from './messages.ts'

/** Tesseract in a thread of its own. */
export interface TesseractWorker {
  /** The words of a PNG in reading order. Rejects with a `ModelRunError` when it cannot be read, and then ends. One image at a time. */
  read(png: Uint8Array): Promise<readonly ReadWord[]>
  /** Resolves when the thread is gone, whether it was closed or broke. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

/** The entry lies beside this file, as its source or beside the bundle. */
const URL_OF_THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './text-thread.ts' : './text-thread.mjs',
  import.meta.url,
)

/** Starts Tesseract with the English data that comes with Tessera. Rejects with a `ModelRunError` when it does not start. */
export async function startTesseract(): Promise<TesseractWorker> {
  const thread = new Worker(URL_OF_THREAD)
  const started = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const stopped = Promise.withResolvers<never>()
  // Nobody may be waiting when it stops.
  stopped.promise.catch(() => undefined)
  let [isStarted, reading] = [false, Promise.withResolvers<readonly ReadWord[]>()]

  thread.on('message', (reply: TextReply) => {
    if (reply.kind === 'read') return reading.resolve(reply.words)
    isStarted = true
    started.resolve()
  })
  thread.on('error', ({ message: words }) => {
    const code = isStarted ? 'tesseract-cannot-read' : 'tesseract-does-not-start'
    stopped.reject(new ModelRunError(message(code, {}, literal(words))))
  })
  thread.on('exit', () => {
    stopped.reject(new ModelRunError(message('tesseract-ended')))
    ended.resolve()
  })

  await Promise.race([started.promise, stopped.promise])
  return {
    ended: ended.promise,
    read(png) {
      reading = Promise.withResolvers()
      thread.postMessage(png)
      return Promise.race([reading.promise, stopped.promise])
    },
    async close() {
      await thread.terminate()
    },
  }
}

import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { expect, test } from 'vitest'
import { readJsonBodies as readInferenceBodies } from '#servers/inference/bodies/json'
import { answerFailures } from '#servers/inference/errors'
import { limitBodies } from '#servers/kit/body-limit'
import { httpServer } from '#servers/kit/http-server'
import { readJsonBodies } from '#servers/management/bodies/json'

const MEGABYTE = 1024 * 1024

function serverWith(...setUp: readonly ((server: FastifyInstance) => void)[]): FastifyInstance {
  const server = httpServer({ anyHost: true, log: pino({ level: 'silent' }) }, (error) => ({ error }))
  for (const each of setUp) each(server)
  server.post('/usual', async () => ({}))
  server.post('/small', { bodyLimit: MEGABYTE }, async () => ({}))
  server.post('/large', { bodyLimit: 2 * MEGABYTE }, async () => ({}))
  return server
}

async function answerTo(server: FastifyInstance, url: string, bytes: number) {
  const payload = JSON.stringify('x'.repeat(bytes - 2))
  const response = await server.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/json' },
  })
  return [response.statusCode, Object.values(response.json<object>())[0]]
}

test('a limit of an operation holds before that of its server, and is what is told', async () => {
  const server = serverWith(readJsonBodies, (scope) => limitBodies(scope, 3 * MEGABYTE))

  expect(await answerTo(server, '/usual', 3 * MEGABYTE)).toEqual([200, undefined])
  expect(await answerTo(server, '/usual', 3 * MEGABYTE + 1)).toEqual([413, tooLarge('3 MB')])
  expect(await answerTo(server, '/small', MEGABYTE + 1)).toEqual([413, tooLarge('1 MB')])
  expect(await answerTo(server, '/large', 2 * MEGABYTE + 1)).toEqual([413, tooLarge('2 MB')])
})

test('a limit of the scope around operations is not that of the scope within', async () => {
  const server = serverWith(readJsonBodies)
  await server.register(async (scope) => {
    limitBodies(scope, 3 * MEGABYTE)
    scope.post('/within', async () => ({}))
    scope.post('/small-within', { bodyLimit: MEGABYTE }, async () => ({}))
  })

  expect(await answerTo(server, '/usual', MEGABYTE + 1)).toEqual([413, tooLarge('1 MB')])
  expect(await answerTo(server, '/within', 3 * MEGABYTE + 1)).toEqual([413, tooLarge('3 MB')])
  expect(await answerTo(server, '/small-within', MEGABYTE + 1)).toEqual([413, tooLarge('1 MB')])
})

test('a limit of an inference operation holds, and says nothing of texts where none are sent', async () => {
  const server = serverWith(answerFailures, readInferenceBodies)

  expect(await answerTo(server, '/usual', 2 * MEGABYTE + 1)).toEqual([200, undefined])
  expect(await answerTo(server, '/small', MEGABYTE + 1)).toEqual([
    413,
    'The body is larger than 1 MB. Send a smaller image, or fewer at once',
  ])
})

function tooLarge(limit: string): string {
  return `The body is larger than ${limit}, the limit of this operation`
}

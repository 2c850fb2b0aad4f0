import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Sends JSON text as is, so that stored events are not parsed and serialized again. */
export function sendJson(reply: FastifyReply, text: string) {
  return reply.type('application/json; charset=utf-8').serializer(asItIs).send(text)
}

/** Sends JSON bytes. Long ones are sent in parts, because concatenating them would block the thread. */
export function sendWritten(reply: FastifyReply, parts: readonly Uint8Array[]) {
  const size = parts.reduce((sum, { length }) => sum + length, 0)
  const typed = reply.type('application/json; charset=utf-8')
  if (size < LONG_ANSWER) return typed.send(Buffer.concat(parts, size))
  return typed.header('content-length', size).send(Readable.from(parts, { objectMode: false }))
}

const LONG_ANSWER = 512 * 1024

function asItIs(text: unknown): string {
  return String(text)
}

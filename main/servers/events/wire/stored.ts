import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Sends a text that is JSON already: stored events are not taken apart to be put together again. */
export function sendJson(reply: FastifyReply, text: string) {
  return reply.type('application/json; charset=utf-8').serializer(asItIs).send(text)
}

/** The same for bytes. Long ones are sent as they lie: putting them together would hold up everybody. */
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

import type { FastifyReply } from 'fastify'

/** Sends a text that is JSON already: stored events are not taken apart to be put together again. */
export function sendJson(reply: FastifyReply, text: string) {
  return reply.type('application/json; charset=utf-8').serializer(asItIs).send(text)
}

function asItIs(text: unknown): string {
  return String(text)
}

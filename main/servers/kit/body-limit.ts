import type { FastifyInstance, FastifyRequest } from 'fastify'

/** What Fastify takes where nothing else is said. */
const DEFAULT_BYTES = 1024 * 1024
const MEGABYTE = 1024 * 1024

const limits = new WeakMap<FastifyRequest['raw'], number>()

/** Says how long the bodies are that the parsers of a server take, so that a longer one is refused by that number. */
export function noteBodyLimit(server: FastifyInstance, bytes: number): void {
  server.addHook('onRequest', (request, _reply, done) => {
    limits.set(request.raw, bytes)
    done()
  })
}

/** What a caller is told of a body that is too large. A limit of the operation itself counts before that of its server. */
export function tooLargeSentence({ raw, routeOptions }: FastifyRequest): string {
  const { bodyLimit } = routeOptions
  const bytes = bodyLimit === DEFAULT_BYTES ? (limits.get(raw) ?? DEFAULT_BYTES) : bodyLimit
  return `The body is larger than ${inWords(bytes)}, the limit of this operation`
}

function inWords(bytes: number): string {
  return bytes % MEGABYTE === 0 ? `${bytes / MEGABYTE} MB` : `${bytes} bytes`
}

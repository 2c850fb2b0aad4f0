import type { FastifyInstance } from 'fastify'
import { shorten } from '#common/text'
import { isOriginAt } from '../kit/own-host.ts'
import { toErrorBody } from './errors.ts'
import { EXPOSED_HEADERS } from './headers.ts'

const METHODS = 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT'
/** Lifetime of a preflight result. */
const MAX_AGE_SECONDS = 600

/**
 * Lets pages of these origins send requests and read answers; `*` allows all. Other origins are refused: browsers would
 * send their requests although they cannot read the answers, and any website could use this machine's models.
 */
export function allowOrigins(server: FastifyInstance, origins: readonly string[]): void {
  const isAllowed = allowedPages(origins)

  server.addHook('onRequest', async (request, reply) => {
    const { origin, 'access-control-request-headers': headers } = request.headers
    if (origin === undefined || isOriginAt(origin, request.headers.host)) return undefined
    if (!isAllowed(origin)) return reply.code(403).send(toErrorBody(foreignSentence(origin)))
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true', vary: 'Origin' })
    if (request.method !== 'OPTIONS') {
      reply.header('access-control-expose-headers', EXPOSED_HEADERS.join(', '))
      return undefined
    }
    reply.headers({ 'access-control-allow-methods': METHODS, 'access-control-max-age': MAX_AGE_SECONDS })
    if (headers !== undefined) reply.header('access-control-allow-headers', headers)
    return reply.code(200).type('text/plain').send('OK')
  })
}

/** Returns whether pages of an origin are allowed. An unknown origin is allowed only where all are. */
export function allowedPages(origins: readonly string[]): (origin: string | undefined) => boolean {
  return (origin) => origins.includes('*') || (origin !== undefined && origins.includes(origin))
}

function foreignSentence(origin: string): string {
  return `Pages from ${shorten(origin)} may not use this server. Start it with ALLOW_ORIGINS=${shorten(origin)} to let them`
}

import type { FastifyInstance } from 'fastify'
import { EXPOSED_HEADERS } from './headers.ts'

const METHODS = 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT'
/** Browsers ask again after so long. */
const MAX_AGE_SECONDS = 600

/** Lets pages of these origins read the answers; `*` stands for all of them. */
export function allowOrigins(server: FastifyInstance, origins: readonly string[]): void {
  const isAllowed = (origin: string) => origins.includes('*') || origins.includes(origin)

  server.addHook('onRequest', async (request, reply) => {
    const { origin, 'access-control-request-headers': headers } = request.headers
    if (origin === undefined || !isAllowed(origin)) return undefined
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

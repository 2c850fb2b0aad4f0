import type { FastifyInstance } from 'fastify'
import { isSameSecret } from '../kit/same-secret.ts'
import { toErrorBody } from './errors.ts'

/** Requires the key in `X-API-Key` for every request except the health check. */
export function authenticate(server: FastifyInstance, apiKey: string): void {
  server.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url === '/health') return undefined
    const given = request.headers['x-api-key']
    if (typeof given === 'string' && isSameSecret(given, apiKey)) return undefined
    return reply.code(401).send(toErrorBody('The header X-API-Key is missing or does not hold the key of this store'))
  })
}

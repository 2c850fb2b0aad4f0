import type { FastifyInstance } from 'fastify'
import { shorten } from '#common/text'
import { toErrorBody } from './errors.ts'

/**
 * Refuses pages of other origins. A browser would send what they ask for although they cannot read the answer, and since every body is
 * read as JSON, any page of the web could fill this machine's store.
 */
export function refuseForeignPages(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    const { origin, host } = request.headers
    if (origin === undefined || URL.parse(origin)?.host === host) return done()
    return reply.code(403).send(toErrorBody(`Pages of ${shorten(origin)} may not use this server`))
  })
}

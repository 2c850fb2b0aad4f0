import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import {
  type BegunSession,
  type BrowserSessions,
  OTHER_SESSIONS_URL,
  OWN_SESSION_URL,
  SESSIONS_URL,
} from '#common/contract/workspace/browser-sessions'
import { message } from '#common/messages/message'
import { admittedBy, cookieOf, type StudioAccess } from '../access.ts'
import { errorBody } from '../error-body.ts'

/** Who is signed in, and signing out. Routes of HTTP, because only its answers can take a cookie back. */
export function sessionRoutes(server: FastifyInstance, access: StudioAccess): void {
  const { sessions } = access
  function ownOf(request: FastifyRequest): string | undefined {
    const admitted = admittedBy(request.raw, access)
    return admitted?.kind === 'session' ? admitted.id : undefined
  }

  // The token opens the whole studio for good. A window sends it once, and then a secret that can be taken back.
  server.post(SESSIONS_URL, async (request, reply): Promise<z.input<typeof BegunSession>> => {
    if (admittedBy(request.raw, access)?.kind !== 'token')
      return reply.code(403).send(errorBody(message('answer-token-alone')))
    return { secret: await sessions.begin(request.headers['user-agent'] ?? '') }
  })

  server.get(SESSIONS_URL, async (request): Promise<z.input<typeof BrowserSessions>> => {
    const own = ownOf(request)
    return {
      sessions: sessions.list().map(({ id, begunAt, agent }) => ({ id, begunAt, agent, isOwn: id === own })),
    }
  })

  server.delete(OWN_SESSION_URL, async (request, reply) => {
    const own = ownOf(request)
    if (own !== undefined) await sessions.end(own)
    return reply.header('set-cookie', cookieOf(request.headers.host, '', 0)).send({})
  })

  server.delete(OTHER_SESSIONS_URL, async (request) => {
    await sessions.endOthers(ownOf(request) ?? '')
    return {}
  })
}

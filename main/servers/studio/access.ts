import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { isOwnHost } from '../kit/own-host.ts'
import { isSameSecret } from '../kit/same-secret.ts'

const COOKIE = 'tessera'
/** Half a year. */
const COOKIE_SECONDS = 180 * 24 * 3600

export interface StudioAccess {
  readonly token: string
  readonly anyHost: boolean
}

/**
 * Lets in who knows the token: by the link that is printed at start (`?token=`, once, then a cookie), or by a bearer header from
 * the desktop window. Requests under another host name are refused, so that a web page cannot reach the studio by rebinding a name.
 */
export function guardStudio(server: FastifyInstance, { token, anyHost }: StudioAccess): void {
  server.addHook('onRequest', async (request, reply) => {
    const { host } = request.headers
    if (!anyHost && !isOwnHost(host)) return reply.code(403).send({ error: `Requests for ${host} are not answered` })
    if (isAllowed(request.raw, token)) return undefined
    const link = new URL(request.url, 'http://studio')
    if (!isSameSecret(link.searchParams.get('token') ?? '', token)) {
      return reply.code(401).type('text/plain').send('Open the link that Tessera printed when it started.\n')
    }
    link.searchParams.delete('token')
    const cookie = `${COOKIE}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${COOKIE_SECONDS}`
    return reply.header('set-cookie', cookie).redirect(`${link.pathname}${link.search}`)
  })
}

/** Whether a request carries the token, as a cookie or as a bearer header. */
export function isAllowed({ headers }: IncomingMessage, token: string): boolean {
  const cookies = (headers.cookie ?? '').split(/;\s*/)
  const isCookie = cookies.some(
    (cookie) => cookie.startsWith(`${COOKIE}=`) && isSameSecret(cookie.slice(COOKIE.length + 1), token),
  )
  return isCookie || isSameSecret(headers.authorization ?? '', `Bearer ${token}`)
}

/** Whether a WebSocket comes from the studio's own page (or from no page at all). */
export function isOwnOrigin({ headers }: IncomingMessage): boolean {
  const { origin, host } = headers
  return origin === undefined || origin === `http://${host}` || origin === `https://${host}`
}

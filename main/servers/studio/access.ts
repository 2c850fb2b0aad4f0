import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { message } from '#common/messages/message'
import { isOriginAt, isOwnHost } from '../kit/own-host.ts'
import { isSameSecret } from '../kit/same-secret.ts'
import { errorBody } from './error-body.ts'
import { SESSION_SECONDS, type StudioSessions } from './sessions.ts'

export interface StudioAccess {
  readonly token: string
  readonly sessions: StudioSessions
  readonly anyHost: boolean
}

/** Who is let in: a browser or a window by its session, or whoever sends the token itself. */
export type Admitted = { readonly kind: 'session'; readonly id: string } | { readonly kind: 'token' }

/**
 * Lets in browsers with a session, which the link that is printed at start begins (`?token=`), and desktop windows, which send the secret of
 * theirs as a bearer header.
 * Requests under another host name are refused, so that a web page cannot reach the studio by rebinding a name.
 */
export function guardStudio(server: FastifyInstance, access: StudioAccess): void {
  const { token, sessions, anyHost } = access
  server.addHook('onRequest', async (request, reply) => {
    const { headers } = request
    if (!anyHost && !isOwnHost(headers.host))
      return reply.code(403).send(errorBody(message('answer-host-name', { host: String(headers.host) })))
    const link = readLink(request.url)
    const isLink = isSameSecret(link.token, token)
    const admitted = admittedBy(request.raw, access)
    if (admitted?.kind === 'token' || (!isLink && admitted !== undefined)) return undefined
    if (!isLink) return reply.code(401).type('text/plain').send('Open the link that Tessera printed when it started.\n')
    // The address is left without the token. A browser that is let in already keeps its session.
    if (admitted === undefined) reply.header('set-cookie', await beginSession(sessions, headers))
    return reply.redirect(link.without)
  })
}

/** The token of an address, and the address without it. Two slashes in front would lead a browser to another host. */
function readLink(url: string): { readonly token: string; readonly without: string } {
  const [address = ''] = url.split('?', 1)
  const path = address.replace(/^[/\\]*/, '/')
  const parameters = new URLSearchParams(url.slice(address.length))
  const token = parameters.get('token') ?? ''
  parameters.delete('token')
  return { token, without: parameters.size === 0 ? path : `${path}?${parameters.toString()}` }
}

/** The cookie of a new session. */
async function beginSession(sessions: StudioSessions, headers: IncomingMessage['headers']): Promise<string> {
  const secret = await sessions.begin(headers['user-agent'] ?? '')
  return cookieOf(headers.host, secret, SESSION_SECONDS)
}

/** Whom a request comes from; undefined for a stranger. */
export function admittedBy(
  { headers }: IncomingMessage,
  { token, sessions }: Pick<StudioAccess, 'token' | 'sessions'>,
): Admitted | undefined {
  if (isSameSecret(headers.authorization ?? '', `Bearer ${token}`)) return { kind: 'token' }
  for (const secret of secretsIn(headers)) {
    const session = sessions.find(secret)
    if (session) return { kind: 'session', id: session.id }
  }
  return undefined
}

/** Candidates for the secret of a session: of a window in its header, of a browser in its cookies. */
function secretsIn({ authorization, cookie, host }: IncomingMessage['headers']): readonly string[] {
  const sent = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1]
  const start = `${cookieName(host)}=`
  const kept = (cookie ?? '').split(/;\s*/).filter((each) => each.startsWith(start))
  return [...(sent === undefined ? [] : [sent]), ...kept.map((each) => each.slice(start.length))]
}

/** The header that keeps a secret in the browser; an empty one forgets it. */
export function cookieOf(host: string | undefined, secret: string, seconds: number): string {
  return `${cookieName(host)}=${secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}`
}

/** Browsers send a cookie to every port of its host, so each port has one of its own. */
function cookieName(host: string | undefined): string {
  const port = /:(\d+)$/.exec(host ?? '')?.[1]
  return port === undefined ? 'tessera' : `tessera-${port}`
}

/** Whether a WebSocket comes from the studio's own page (or from no page at all). */
export function isOwnOrigin({ headers }: IncomingMessage): boolean {
  const { origin, host } = headers
  return origin === undefined || isOriginAt(origin, host)
}

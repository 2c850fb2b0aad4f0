import type { FastifyInstance, FastifyRequest } from 'fastify'
import { shorten } from '#common/text'
import type { ErrorBody } from './http-server.ts'
import { isOriginAt, isOwnHost } from './own-host.ts'

interface Openings {
  /** Whether pages of this origin may ask; undefined where the browser does not tell the origin. Without it none may. */
  readonly isAllowed?: (origin: string | undefined) => boolean
  /** Whether a link of another page may lead to this path: a page to read, or a file whose address carries its own key. */
  readonly isPage: (path: string) => boolean
  /** Whether what lies at this path may stand in other pages: its address carries its own key. */
  readonly isEmbeddable?: (path: string) => boolean
  /** The server asks for no key: of pages that were loaded from it under a name, too, only those that are allowed may ask. A name may lead anywhere. */
  readonly isKeyless?: boolean
}

/**
 * Refuses requests that pages of other origins make. A browser sends them although the page cannot read the answer, so that any page of the
 * web could change something here or have this machine fetch something. Programs other than browsers send no such headers and are allowed.
 */
export function refuseForeignPages(server: FastifyInstance, errorBody: ErrorBody, openings: Openings): void {
  server.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    if (!isOfForeignPage(request, openings) || isLetIn(request, openings)) return done()
    const pages = origin === undefined ? 'Pages from other origins' : `Pages from ${shorten(origin)}`
    return reply.code(403).send(errorBody(`${pages} may not use this server`))
  })
}

/** `same-site` is another origin too: another port of this host. */
function isOfForeignPage({ headers }: FastifyRequest, { isKeyless = false }: Openings): boolean {
  const { 'sec-fetch-site': site, origin, host } = headers
  if (site === 'cross-site' || site === 'same-site') return true
  if (origin === undefined) return false
  return !isOriginAt(origin, host) || (isKeyless && !isOwnHost(host))
}

function isLetIn({ method, headers, url }: FastifyRequest, { isAllowed, isPage, isEmbeddable }: Openings): boolean {
  if (isAllowed?.(headers.origin) === true) return true
  const isRead = method === 'GET' || method === 'HEAD'
  const [path = ''] = url.split('?')
  const isEmbedded = headers.origin === undefined && isEmbeddable?.(path) === true
  return isRead && (isEmbedded || (isFollowedLink(headers) && isPage(path)))
}

/** A person followed a link: the answer is what the window then shows. */
function isFollowedLink(headers: FastifyRequest['headers']): boolean {
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
}

const REFERENCE = /^\/(?:docs(?:\/.*)?|redoc|openapi\.json)$/

/** The pages that describe a server's operations. */
export function isReference(path: string): boolean {
  return REFERENCE.test(path)
}

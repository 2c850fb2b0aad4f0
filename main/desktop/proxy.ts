import type { CoreAddress } from './core-link.ts'

/** Paths that the core answers; its procedures go over the message port, and nothing else of its server is passed on. */
const CORE_PATHS = [
  'images',
  'versions',
  'previews',
  'imports',
  'exports',
  'search-exports',
  'datasets',
  'catalog',
  'playground',
  'models',
  'events',
]
const METHODS = ['GET', 'HEAD', 'PUT', 'POST']
const ASKED = ['accept', 'content-type', 'if-none-match', 'range']
const ANSWERED = [
  'content-type',
  'content-length',
  'content-range',
  'content-disposition',
  'content-security-policy',
  'accept-ranges',
  'cache-control',
  'etag',
  'x-content-type-options',
  'cross-origin-resource-policy',
]

export function isCorePath(pathname: string): boolean {
  return CORE_PATHS.includes(pathname.split('/')[1] ?? '')
}

/** Sends a page's request on to the core with its token, which the page never sees. Bodies stay streams both ways. */
export async function forwardToCore(request: Request, url: URL, core: CoreAddress | undefined): Promise<Response> {
  if (!METHODS.includes(request.method)) return failure(405, 'This cannot be asked of the core')
  if (core === undefined) return failure(503, 'The core is not running now')
  try {
    // The address is built on the core's own origin, so that no path can lead to another host.
    const target = new URL(core.origin)
    target.pathname = url.pathname
    target.search = url.search
    const response = await fetch(target, {
      method: request.method,
      headers: { ...picked(request.headers, ASKED), authorization: `Bearer ${core.token}` },
      redirect: 'manual',
      signal: request.signal,
      ...(request.body && { body: request.body, duplex: 'half' }),
    })
    return new Response(response.body, { status: response.status, headers: picked(response.headers, ANSWERED) })
  } catch {
    return failure(503, 'The core cannot be reached now')
  }
}

function picked(headers: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => names.includes(name)))
}

function failure(status: number, error: string): Response {
  return Response.json({ error }, { status })
}

import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorBody } from '../error-body.ts'
import { exactly } from '../exactly.ts'
import { FOREVER } from '../pixels.ts'
import type { StudioServices } from '../services.ts'

/** Headers passed to the remote with a request, and those passed to the page with its answer. */
const ASKED = [
  'accept',
  'content-type',
  'content-length',
  'range',
  'if-range',
  'if-none-match',
  'if-modified-since',
] as const
const TOLD = ['content-disposition', 'content-range', 'accept-ranges', 'etag', 'last-modified'] as const

/** Images that browsers show, archives, and short answers: nothing that a browser runs. */
const TYPES = /^(?:image\/(?:jpeg|png|webp|avif|gif)|application\/(?:json|zip|octet-stream))(?:;|$)/

/** Addresses of pixels, which hold an identifier or a hash: no other place shows anything else under them. */
const KEPT = /^\/(?:images|versions)\//

function isKept(url: string): boolean {
  return KEPT.test(url) && !/\/facts(?:\?|$)/.test(url)
}

/** Answers of a remote are shown or saved. Under the address of this studio, they must not act as a page of it. */
const SEALED = "default-src 'none'; sandbox"

/** Sends requests to routes that run where the projects lie to the Tessera that the studio works on. */
export function forwardRoutes(server: FastifyInstance, remote: StudioServices['remote']): void {
  server.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.declared?.runs !== 'project') return undefined
    const forwarded = await remote()?.forwarded()
    if (forwarded === undefined) return undefined
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    const answer = await forwarded.send({
      method: request.method,
      path: withoutToken(request.url),
      headers: pickedFrom((name) => textOf(request.headers[name]), ASKED),
      body: hasBody(request) ? request.raw : undefined,
      signal: gone.signal,
    })
    if (answer.ok) return passOn(reply, answer.value, isKept(request.url))
    // Another machine that is away may take it later: the page tries again.
    return reply.code(503).send(errorBody(answer.error))
  })
}

function passOn(reply: FastifyReply, { status, headers, body }: Response, mayBeKept: boolean) {
  const length = lengthOf(headers)
  const type = headers.get('content-type') ?? ''
  reply
    .code(status)
    .headers(pickedFrom((name) => headers.get(name) ?? undefined, TOLD))
    .header('content-security-policy', SEALED)
    .header('cache-control', mayBeKept && status === 200 && type.startsWith('image/') ? FOREVER : 'no-store')
    .type(TYPES.test(type) ? type : 'application/octet-stream')
  if (length !== undefined) reply.header('content-length', length)
  return reply.send(body === null ? '' : Readable.from(exactly(body, length), { objectMode: false }))
}

/** Length of the answer; undefined where the header states that of other bytes: `fetch` has unpacked them. */
function lengthOf(headers: Headers): number | undefined {
  const length = Number(headers.get('content-length') ?? Number.NaN)
  return headers.has('content-encoding') || !Number.isSafeInteger(length) || length < 0 ? undefined : length
}

/** The token of this studio may stand in an address that a program makes, and is not for the other machine. */
function withoutToken(url: string): string {
  const [path = '', query = ''] = url.split('?', 2)
  const parameters = new URLSearchParams(query)
  if (!parameters.has('token')) return url
  parameters.delete('token')
  return parameters.size === 0 ? path : `${path}?${parameters.toString()}`
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function pickedFrom(read: (name: string) => string | undefined, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = read(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function textOf(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.join(', ')
}

import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sentenceOf } from '#common/messages/sentence'
import type { StudioServices } from '../services.ts'

/** What of a request the other machine is told, and what of its answer the page is. */
const ASKED = [
  'accept',
  'content-type',
  'content-length',
  'range',
  'if-range',
  'if-none-match',
  'if-modified-since',
] as const
const TOLD = [
  'content-length',
  'content-disposition',
  'content-range',
  'accept-ranges',
  'cache-control',
  'etag',
  'last-modified',
] as const

/** Images that browsers show, archives, and short answers: nothing that a browser runs. */
const TYPES = /^(?:image\/(?:jpeg|png|webp|avif|gif)|application\/(?:json|zip|octet-stream))(?:;|$)/

/** What another machine sends is shown or saved. Under the address of this studio, it must not act as a page of it. */
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
      path: request.url,
      headers: pickedFrom((name) => textOf(request.headers[name]), ASKED),
      body: hasBody(request) ? request.raw : undefined,
      signal: gone.signal,
    })
    if (answer.ok) return passOn(reply, answer.value)
    // Another machine that is away may take it later: the page tries again.
    return reply.code(503).send({ error: sentenceOf(answer.error) })
  })
}

function passOn(reply: FastifyReply, { status, headers, body }: Response) {
  const type = headers.get('content-type') ?? ''
  reply
    .code(status)
    .headers(pickedFrom((name) => headers.get(name) ?? undefined, TOLD))
    .header('content-security-policy', SEALED)
    .type(TYPES.test(type) ? type : 'application/octet-stream')
  return reply.send(body === null ? '' : Readable.from(body, { objectMode: false }))
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

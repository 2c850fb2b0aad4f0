import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyBaseLogger, type FastifyError, type FastifyInstance } from 'fastify'
import { message } from '#common/messages/message'
import { failureMessage } from '#core/system-failure'
import { tooLarge } from '../kit/body-limit.ts'
import { refuseEncodedBodies } from '../kit/encoded-bodies.ts'
import { refuseForeignPages } from '../kit/foreign-pages.ts'
import { answerUndecodable, endUnread } from '../kit/http-server.ts'
import { RefusedRequest, statusOf } from '../kit/refused-request.ts'
import { guardStudio } from './access.ts'
import { errorBody } from './error-body.ts'
import { forwardRoutes } from './forwarding/proxy.ts'
import { catalogRoutes } from './routes/catalog.ts'
import { eventRoutes } from './routes/events.ts'
import { modelRoutes } from './routes/models.ts'
import { pixelRoutes } from './routes/pixels.ts'
import { playgroundRoutes } from './routes/playground.ts'
import { sessionRoutes } from './routes/sessions.ts'
import { tileRoutes } from './routes/tiles.ts'
import { transferRoutes } from './routes/transfers.ts'
import { serveRpc } from './rpc.ts'
import { studioScreens } from './screens.ts'
import type { StudioServices } from './services.ts'
import type { StudioSessions } from './sessions.ts'

export interface StudioOptions {
  /** Secret that lets a page in. */
  readonly token: string
  readonly sessions: StudioSessions
  /** Folder of the built pages. */
  readonly pages: string
  /** Answer requests under any host name: the operator bound the server to an address of a network. */
  readonly anyHost: boolean
  readonly log: FastifyBaseLogger
}

/** An address may name a thousand events. */
const MAX_HEADER_BYTES = 65_536

/** Of what throws: broken machines, and a library that is read-only. */
const STATUS_OF: Readonly<Record<string, number>> = { 'disk-full': 507, 'library-read-only': 503 }

/** Scripts, styles and pixels come from the studio itself; nothing is loaded from anywhere else. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; font-src 'self'; " +
  "media-src 'self'; connect-src 'self' ws:; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const PAGE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const

function statusOfFailure(failure: FastifyError): number {
  if (failure instanceof RefusedRequest) return statusOf(failure.refusal)
  return STATUS_OF[failure.code] ?? failure.statusCode ?? 500
}

/** The studio: its pages, its typed procedures at `/rpc`, pixels, uploads and downloads. */
export async function buildStudio(
  services: StudioServices,
  { token, sessions, pages, anyHost, log }: StudioOptions,
): Promise<FastifyInstance> {
  const server = Fastify({
    loggerInstance: log,
    routerOptions: { maxParamLength: 500 },
    http: { maxHeaderSize: MAX_HEADER_BYTES },
    frameworkErrors: answerUndecodable((error) => ({ error }), PAGE_HEADERS),
    clientErrorHandler: ({ code }, socket) => endUnread(socket, (error) => ({ error }), code),
  })
  refuseForeignPages(server, (error) => ({ error }), { isPage: () => true })
  const access = { token, sessions, anyHost }
  guardStudio(server, access)
  forwardRoutes(server, services.remote)
  refuseEncodedBodies(server)
  server.addHook('onSend', async (_request, reply) => {
    // Uploaded content is sealed more tightly where it is answered.
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', CONTENT_SECURITY_POLICY)
    reply.headers(PAGE_HEADERS)
  })
  server.setErrorHandler((failure: FastifyError, request, reply) => {
    const status = statusOfFailure(failure)
    if (status >= 500 && failure.code !== 'library-read-only') request.log.error(failure)
    const isTooLarge = failure.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
    // The response is an error, not a download.
    reply.removeHeader('content-disposition').type('application/json; charset=utf-8')
    return reply.code(status).send(errorBody(isTooLarge ? tooLarge(request) : failureMessage(failure)))
  })
  server.setNotFoundHandler((request, reply) =>
    reply.code(404).send(errorBody(message('answer-nothing-there', { url: request.url }))),
  )
  serveRpc(server, studioScreens(services), {
    ...access,
    logFailure: (message, failure) => log.error(failure, message),
  })
  sessionRoutes(server, access)
  pixelRoutes(server, services)
  tileRoutes(server, services)
  eventRoutes(server, services)
  await server.register(async (scope) => transferRoutes(scope, services))
  await server.register(async (scope) => catalogRoutes(scope, services))
  await server.register(async (scope) => playgroundRoutes(scope, services))
  await server.register(async (scope) => modelRoutes(scope, services))
  await server.register(fastifyStatic, {
    root: pages,
    cacheControl: false,
    // A browser asks each time: it may be signed out, or the program be another one now.
    setHeaders: (reply, path) => void (path.endsWith('.html') && reply.header('cache-control', 'no-cache')),
  })
  return server
}

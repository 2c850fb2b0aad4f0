import type { Socket } from 'node:net'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { sentenceOf } from '#common/messages/sentence'
import { diskTrouble } from '#core/system-failure'
import { endsSoon, tooLarge } from './body-limit.ts'
import { refuseEncodedBodies } from './encoded-bodies.ts'
import { guardHost } from './own-host.ts'

export interface HttpServerOptions {
  /** Answer requests under any host name: the operator bound the server to an address of a network. */
  readonly anyHost: boolean
  readonly log: FastifyBaseLogger
}

/** How a server writes the sentence of an error. */
export type ErrorBody = (sentence: string) => object

/** Some clients put whole documents into the query; Node would end such a request at 16 KiB. */
const MAX_HEADER_BYTES = 1024 * 1024

export interface DescribedFailure {
  readonly status: number
  readonly sentence: string
  /** Told where the same request may succeed another time. */
  readonly retryable?: boolean
}

/** Describes a failure for the caller. */
export type DescribeFailure = (failure: unknown, request: FastifyRequest) => DescribedFailure

/** A server that answers every failure in its own words: under foreign names, outside its operations, and where it broke. */
export function httpServer(
  { anyHost, log }: HttpServerOptions,
  errorBody: ErrorBody,
  describe: DescribeFailure = describeFailure,
): FastifyInstance {
  const server = Fastify({
    loggerInstance: log,
    // Queries may hold keys, so requests are not written to the log.
    logController: new LogController({ disableRequestLogging: true }),
    // And what is written then needs no name of its request.
    childLoggerFactory: (logger) => logger,
    http: { maxHeaderSize: MAX_HEADER_BYTES },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    clientErrorHandler: ({ code }, socket) => endUnread(socket, errorBody, code),
    frameworkErrors: answerUndecodable(errorBody),
  })
  guardHost(server, { errorBody, anyHost })
  refuseEncodedBodies(server)
  server.setErrorHandler((failure, request, reply) => {
    const { status, sentence, retryable } = describe(failure, request)
    if (status === 401) reply.header('www-authenticate', 'Bearer')
    if (endsSoon(request)) reply.removeHeader('connection')
    return reply.code(status).send({ ...errorBody(sentence), ...(retryable !== undefined && { retryable }) })
  })
  server.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?')
    return reply.code(404).send(errorBody(`There is no operation ${request.method} ${path}`))
  })
  return server
}

/** Answers requests whose URL cannot be decoded. */
export function answerUndecodable(
  errorBody: ErrorBody,
  headers: Readonly<Record<string, string>> = {},
): NonNullable<FastifyServerOptions['frameworkErrors']> {
  return (failure, _request, reply) => {
    reply.raw.writeHead(failure.statusCode ?? 400, { ...headers, 'content-type': 'application/json' })
    reply.raw.end(JSON.stringify(errorBody(failure.message)))
  }
}

/** Requests that Node cannot read; all others break the same rules of HTTP. */
const UNREAD: Readonly<Record<string, readonly [status: string, sentence: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The address and the headers have more than 1 MB together',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time'],
  HPE_INVALID_URL: ['400 Bad Request', 'The address holds characters that must be percent-encoded'],
}
const MALFORMED = [
  '400 Bad Request',
  'The request breaks the rules of HTTP, or ends before all that it announces has arrived',
] as const

/** There is no request to answer, so the words go to the connection itself, which then ends. */
export function endUnread(socket: Socket, errorBody: ErrorBody, code: string): void {
  // Parts of what follows on the same connection end here too.
  if (!socket.writable || code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const [status, sentence] = UNREAD[code] ?? MALFORMED
  const body = JSON.stringify(errorBody(sentence))
  const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`
  socket.end(`${head}\r\nConnection: close\r\n\r\n${body}`)
}

/** Describes requests that Fastify turned away, and failures of the program; these go to the log in full. */
export const describeFailure: DescribeFailure = (failure, request) => {
  const { status, code, message } = readFailure(failure)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    const type = request.headers['content-type'] ?? 'none'
    return { status, sentence: `A body of type ${type} is not read here; send application/json` }
  }
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY') return { status: 400, sentence: 'The body is not valid JSON' }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return { status, sentence: sentenceOf(tooLarge(request)) }
  if (status < 500) return { status, sentence: message }
  if (code === 'ECONNRESET' && request.raw.destroyed) return { status: 400, sentence: 'The connection was cut' }
  if (code === 'library-read-only') return { status: 503, sentence: message }
  request.log.error(failure)
  if (code === 'row-damaged') return { status: 500, sentence: message }
  return brokenBy(failure)
}

function brokenBy(failure: unknown): DescribedFailure {
  const { code, message } = readFailure(failure)
  const trouble = code === 'disk-full' ? message : diskTrouble(failure)
  if (trouble !== undefined) return { status: 503, sentence: trouble }
  return { status: 500, sentence: 'The server failed on this request; its log says why' }
}

function readFailure(failure: unknown): { status: number; code: unknown; message: string } {
  if (!(failure instanceof Error)) return { status: 500, code: undefined, message: String(failure) }
  const status = 'statusCode' in failure && typeof failure.statusCode === 'number' ? failure.statusCode : 500
  return { status, code: 'code' in failure ? failure.code : undefined, message: failure.message }
}

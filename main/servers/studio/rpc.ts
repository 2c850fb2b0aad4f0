import type { SupportedMessagePort } from '@orpc/client/message-port'
import { ORPCError } from '@orpc/server'
import { RPCHandler as PortHandler } from '@orpc/server/message-port'
import type { StandardRPCHandlerOptions } from '@orpc/server/standard'
import { RPCHandler } from '@orpc/server/ws'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { ReadOnlyError } from '#core/ports'
import { isOwnHost } from '../kit/own-host.ts'
import { admittedBy, isOwnOrigin, type StudioAccess } from './access.ts'
import { type Divert, diverted } from './divert.ts'
import type { StudioRouter } from './router.ts'

/** The largest message taken: an edit of some ten thousand shapes. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024

/** The studio's procedures, and the machine that some of them are answered by instead. */
export interface Screens {
  readonly router: StudioRouter
  readonly divert: Divert
}

interface Options extends StudioAccess {
  readonly logFailure: (message: string, failure: unknown) => void
}

/** Serves the typed procedures over a WebSocket at `/rpc`. */
export function serveRpc(server: FastifyInstance, screens: Screens, { logFailure, ...access }: Options): void {
  const { anyHost, sessions } = access
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES })
  const handler = new RPCHandler(screens.router, tellingFailures(screens, logFailure))

  // A line ends with the session that it was opened in.
  const lines = new Map<WebSocket, string>()
  sessions.onChange(() => {
    for (const [line, id] of lines) if (!sessions.isOpen(id)) line.terminate()
  })

  server.server.on('upgrade', (request, socket, head) => {
    const isOurs = request.url === '/rpc' && (anyHost || isOwnHost(request.headers.host)) && isOwnOrigin(request)
    const admitted = admittedBy(request, access)
    if (!isOurs || admitted === undefined) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      if (admitted.kind === 'session') lines.set(webSocket, admitted.id)
      webSocket.once('close', () => lines.delete(webSocket))
      handler.upgrade(webSocket).catch((failure: unknown) => logFailure('A screen could not be connected', failure))
    })
  })
  server.addHook('preClose', async () => {
    for (const client of sockets.clients) client.terminate()
    sockets.close()
  })
}

/** One end of a channel whose other end a page of the desktop window holds. */
export type RpcPort = SupportedMessagePort

/** Serves the same procedures over a message port. Whoever hands the port over has checked who holds its other end. */
export function serveRpcPort(port: RpcPort, screens: Screens, logFailure: Options['logFailure']): void {
  new PortHandler(screens.router, tellingFailures(screens, logFailure)).upgrade(port)
}

/** Failures that no procedure declares are logged in full and told as one sentence. */
function tellingFailures(
  { divert }: Screens,
  logFailure: Options['logFailure'],
): StandardRPCHandlerOptions<Record<never, never>> {
  return {
    clientInterceptors: [
      async ({ next, path, input, signal }) => {
        try {
          const procedure = diverted(divert, path)
          return await (procedure === undefined ? next() : procedure(input, signal ? { signal } : {}))
        } catch (failure) {
          // A call that its page gave up has nobody to answer.
          if (failure instanceof ORPCError || signal?.aborted === true) throw failure
          if (failure instanceof ReadOnlyError) throw refused(failure)
          logFailure(`The studio call ${path.join('.')} failed`, failure)
          const message = failure instanceof Error ? failure.message : 'The call failed'
          throw new ORPCError('INTERNAL_SERVER_ERROR', { message, cause: failure })
        }
      },
    ],
  }
}

/** As every procedure refuses: no procedure has to know that the library may be read only. */
function refused({ code, message }: ReadOnlyError) {
  return new ORPCError('REFUSED', { defined: true, status: 409, message, data: { code } })
}

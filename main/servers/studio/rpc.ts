import type { SupportedMessagePort } from '@orpc/client/message-port'
import { RPCHandler as PortHandler } from '@orpc/server/message-port'
import { RPCHandler } from '@orpc/server/ws'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { isOwnHost } from '../kit/own-host.ts'
import { admittedBy, isOwnOrigin, type StudioAccess } from './access.ts'
import type { Divert } from './divert.ts'
import { wideLine, widePort } from './frames/lines.ts'
import type { LargeFrames } from './frames/routing.ts'
import { type LogFailure, tellingFailures } from './frames/telling.ts'
import type { StudioRouter } from './router.ts'

/** The largest message taken: an edit of some ten thousand shapes. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024

/** The studio's procedures, and the machine that some of them are answered by instead. */
export interface Screens {
  readonly router: StudioRouter
  readonly divert: Divert
  /** Answers calls that are too much work for this thread; absent where all are answered here. */
  readonly frames?: LargeFrames | undefined
}

interface Options extends StudioAccess {
  readonly logFailure: LogFailure
}

/** Serves the typed procedures over a WebSocket at `/rpc`. */
export function serveRpc(server: FastifyInstance, screens: Screens, { logFailure, ...access }: Options): void {
  const { anyHost, sessions } = access
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES })
  const handler = new RPCHandler(screens.router, tellingFailures({ ...screens, logFailure }))

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
      handler
        .upgrade(wideLine(webSocket, screens, logFailure))
        .catch((failure: unknown) => logFailure('A screen could not be connected', failure))
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
export function serveRpcPort(port: RpcPort, screens: Screens, logFailure: LogFailure): void {
  new PortHandler(screens.router, tellingFailures({ ...screens, logFailure })).upgrade(
    widePort(port, screens, logFailure),
  )
}

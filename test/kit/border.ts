import type { WebSocket as NodeSocket } from 'ws'

/** The socket of `ws` serves where a browser's is asked for; only the types of its listener options differ. */
export function asBrowserSocket(socket: NodeSocket): WebSocket {
  return socket as unknown as WebSocket
}

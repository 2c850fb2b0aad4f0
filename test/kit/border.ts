import type { WebSocket as NodeSocket } from 'ws'

/** Casts a socket of `ws` to a browser's; only the types of their listener options differ. */
export function asBrowserSocket(socket: NodeSocket): WebSocket {
  return socket as unknown as WebSocket
}

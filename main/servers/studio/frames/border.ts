import type { WebSocket } from 'ws'

/** The part of a line that the adapter of oRPC uses. */
export type AdapterLine = Pick<WebSocket, 'addEventListener' | 'send'>

interface PlainLine {
  readonly send: WebSocket['send']
  readonly addEventListener: (type: string, listener: (event: { readonly data: string | Buffer }) => void) => void
}

/** The types of `ws` know a listener for each kind of event; the adapter listens for messages and for the end. */
export function adapterLine(line: PlainLine): AdapterLine {
  return line as unknown as AdapterLine
}

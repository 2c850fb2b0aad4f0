import { MessageChannelMain, type MessagePortMain } from 'electron'
import type { RawData, WebSocket } from 'ws'
import { pauseBeforeTry } from '#common/reconnect'
import type { CoreAddress, CoreLink } from '../core-link.ts'
import { stationSocket } from './socket.ts'

/**
 * A station as the window's core. Messages go through as they are: what a page writes to its message port and what a station
 * reads from its WebSocket have the same encoding. `renew` is for a station that was started anew: its old token is void.
 */
export function stationLink(address: CoreAddress, renew: () => Promise<CoreAddress>): CoreLink {
  let current = address
  let renewing: Promise<void> | undefined

  function renewOnce() {
    renewing ??= renew().then((renewed) => {
      current = renewed
      renewing = undefined
    })
    return renewing
  }
  return {
    address: () => current,
    serve: (offer) => serveStation({ address: () => current, renew: renewOnce, offer }),
    apiKey: undefined,
    stop: async () => undefined,
  }
}

interface Serving {
  readonly address: () => CoreAddress
  readonly renew: () => Promise<void>
  readonly offer: (port: MessagePortMain) => void
}

/** One page's line to the station, opened again and again until the page is gone. */
function serveStation({ address, renew, offer }: Serving): () => void {
  let socket: WebSocket | undefined
  let timer: NodeJS.Timeout | undefined
  let attempt = 0
  let isOver = false

  function stop() {
    isOver = true
    clearTimeout(timer)
    socket?.close()
  }

  function again() {
    if (isOver) return
    timer = setTimeout(open, pauseBeforeTry(attempt))
    attempt += 1
  }

  function open() {
    const opening = stationSocket(address())
    let isRefused = false
    socket = opening
    opening.once('open', () => {
      attempt = 0
      offer(pipe(opening, stop))
    })
    opening.once('unexpected-response', (_request, { statusCode }) => {
      isRefused = statusCode === 403
      opening.terminate()
    })
    // Told once more, and in a better place, by `close`.
    opening.on('error', () => undefined)
    opening.once('close', () => {
      if (isRefused && !isOver) void renew().then(again)
      else again()
    })
  }

  open()
  return stop
}

/** Joins an open line with a new channel and answers the channel's other end. */
function pipe(socket: WebSocket, onPageGone: () => void): MessagePortMain {
  const { port1, port2 } = new MessageChannelMain()
  let isOpen = true
  socket.on('message', (data, isBinary) => {
    const bytes = bytesOf(data)
    port1.postMessage(isBinary ? new Uint8Array(bytes) : bytes.toString())
  })
  socket.once('close', () => {
    isOpen = false
    port1.close()
  })
  port1.on('message', ({ data }) => isOpen && socket.send(data))
  port1.once('close', () => isOpen && onPageGone())
  port1.start()
  return port2
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? Buffer.from(data) : data
}

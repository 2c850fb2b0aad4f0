import type { ClientLink } from '@orpc/client'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import { RPCLink as SocketLink } from '@orpc/client/websocket'
import { createStore } from 'zustand/vanilla'
import { PORT_FOR_PAGE } from '#common/desktop-port'
import { pauseBeforeTry } from '#common/reconnect'
import { ConnectionLost } from './sentence.ts'

type Context = Record<never, never>
type Link = ClientLink<Context>

export interface ConnectionState {
  /** `connecting`: the first time. `lost`: it was there, or did not come at first, and is being retried. `locked`: the core does not know this page. */
  readonly status: 'connecting' | 'open' | 'lost' | 'locked'
  /** Counts the connections, so that a screen can tell a new one. */
  readonly epoch: number
}

export const connection = createStore<ConnectionState>(() => ({ status: 'connecting', epoch: 0 }))

let current: Link | undefined
let waiting: ((link: Link) => void)[] = []

/** The link of the moment; a call made while there is none waits for it a while. */
export async function openLink(signal: AbortSignal | undefined): Promise<Link> {
  if (current !== undefined) return current
  return await new Promise((resolve, reject) => {
    const give = () => reject(new ConnectionLost())
    const timer = setTimeout(give, WAIT_MS)
    signal?.addEventListener('abort', give, { once: true })
    waiting.push((link) => {
      clearTimeout(timer)
      resolve(link)
    })
  })
}

const WAIT_MS = 15_000

/**
 * Throws while the connection is lost. An act that changes something is not done later, when the person has turned to something else; what
 * has a place to wait in, such as labels, waits there.
 */
export function refuseWhileLost(): void {
  if (connection.getState().status === 'lost') throw new ConnectionLost()
}

/** Resolves when the core can be reached (at once, as a rule) or the signal is aborted. */
export async function connected(signal: AbortSignal): Promise<void> {
  if (connection.getState().status === 'open' || signal.aborted) return
  await new Promise<void>((resolve) => {
    const settle = () => {
      unsubscribe()
      resolve()
    }
    const unsubscribe = connection.subscribe(({ status }) => status === 'open' && settle())
    signal.addEventListener('abort', settle, { once: true })
  })
}

/** Opens the way to the core that fits where the page runs. Called once, by the entry. */
export function startConnection(): void {
  if (location.protocol === 'tessera:') acceptPorts()
  else connectSocket(0)
}

/** In the desktop window the preload script posts a message port, and a new one when the core was started again. */
function acceptPorts(): void {
  addEventListener('message', (event) => {
    const [port] = event.ports
    if (event.source !== window || event.data !== PORT_FOR_PAGE || port === undefined) return
    const link = new PortLink({ port })
    port.addEventListener('close', lose)
    port.start()
    become(link)
  })
  // A program that waits for its station hears nothing of vain tries: without this the page would wait in silence.
  setTimeout(() => connection.getState().status === 'connecting' && lose(), SILENT_MS)
}

/** As long as a page waits for its first port before it says so: longer than a core of the program's own takes to start. */
const SILENT_MS = 4000

function connectSocket(attempt: number): void {
  const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/rpc`)
  let opened = false
  socket.addEventListener('open', () => {
    opened = true
    become(new SocketLink({ websocket: socket }))
  })
  socket.addEventListener('close', () => {
    if (opened || attempt > 0) lose()
    const next = opened ? 0 : attempt + 1
    setTimeout(() => connectSocket(next), pauseBeforeTry(next))
    if (!opened) void noticeLock()
  })
}

/** A station lets a browser whose session has ended in only by its link; that is told apart from one that is away. */
async function noticeLock(): Promise<void> {
  try {
    const { status } = await fetch('/', { method: 'HEAD', cache: 'no-store' })
    if (status === 401 && current === undefined) connection.setState({ status: 'locked' })
  } catch {
    // Away altogether: the next try will tell.
  }
}

function become(link: Link): void {
  current = link
  connection.setState(({ epoch }) => ({ status: 'open', epoch: epoch + 1 }))
  for (const take of waiting) take(link)
  waiting = []
}

function lose(): void {
  current = undefined
  connection.setState(({ status }) => ({ status: status === 'locked' ? 'locked' : 'lost' }))
}

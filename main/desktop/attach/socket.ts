import { WebSocket } from 'ws'
import { BegunSession, SESSIONS_URL } from '#common/contract/workspace/browser-sessions'
import type { CoreAddress } from '../core-link.ts'
import { say } from '../words/speech.ts'

const ANSWER_MS = 10_000
/** As much as the station takes: an edit of some ten thousand shapes. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024

/** The line over which a station's typed procedures are called. */
export function stationSocket({ origin, token }: CoreAddress): WebSocket {
  return new WebSocket(`${origin.replace(/^http/, 'ws')}/rpc`, {
    headers: { authorization: `Bearer ${token}` },
    handshakeTimeout: ANSWER_MS,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
  })
}

export type Probe =
  | { readonly kind: 'open' }
  | { readonly kind: 'token-refused' }
  | { readonly kind: 'unreachable'; readonly reason: string }

/** Whether a station answers there and takes the token: first as the pages are fetched, then as procedures are called. */
export async function probeStation(address: CoreAddress): Promise<Probe> {
  const { origin, token } = address
  try {
    const response = await fetch(`${origin}/`, {
      headers: { authorization: `Bearer ${token}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    await response.body?.cancel()
    if (response.status === 401) return { kind: 'token-refused' }
    if (!response.ok)
      return {
        kind: 'unreachable',
        reason: say('The server returned HTTP {{status}}, so it is not a Tessera station.', {
          status: String(response.status),
        }),
      }
    return await probeSocket(address)
  } catch (failure) {
    return { kind: 'unreachable', reason: reasonOf(failure) }
  }
}

/**
 * Exchanges the token of a station for the secret of a session, which can be taken back and opens nothing else. A station that begins
 * none, or a secret that is one already, is used as it is.
 */
export async function openSession(address: CoreAddress): Promise<CoreAddress> {
  const { origin, token } = address
  const headers = { authorization: `Bearer ${token}`, 'user-agent': 'Tessera' }
  const init = { method: 'POST', headers, redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) } as const
  const response = await fetch(`${origin}${SESSIONS_URL}`, init).catch(() => undefined)
  const begun = response?.ok === true ? BegunSession.safeParse(await response.json().catch(() => undefined)) : undefined
  return begun?.success === true ? { origin, token: begun.data.secret } : address
}

function probeSocket(address: CoreAddress): Promise<Probe> {
  return new Promise((resolve) => {
    const socket = stationSocket(address)
    socket.on('open', () => {
      resolve({ kind: 'open' })
      socket.close()
    })
    socket.on('error', () =>
      resolve({ kind: 'unreachable', reason: say('A server answers there, but it is not a Tessera station.') }),
    )
  })
}

function reasonOf(failure: unknown): string {
  if (failure instanceof Error && failure.name === 'TimeoutError') return say('No response within 10 seconds.')
  const cause = failure instanceof Error ? failure.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'ECONNREFUSED') return say('Connection refused.')
  if (code === 'ENOTFOUND') return say('Host not found.')
  const why = cause instanceof Error ? cause.message : String(failure)
  return say('The connection failed: {{why}}.', { why })
}

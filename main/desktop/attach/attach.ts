import type { CoreAddress, CoreLink } from '../core-link.ts'
import { ask } from '../question/ask.ts'
import { keepToken, keptToken } from './kept-token.ts'
import { stationLink } from './pipe.ts'
import { probeStation } from './socket.ts'
import { readStationAddress } from './station-address.ts'

/**
 * Attaches the window to a station, asking for whatever is missing. `quit` is called, and undefined answered, when the person
 * would rather not.
 */
export async function attachToStation(text: string, quit: () => void): Promise<CoreLink | undefined> {
  const station = readStationAddress(text)
  if (station === undefined) {
    await ask({ title: 'This is not the address of a station', text, acts: ['Quit'] })
    return undefined
  }
  const { origin, isLoopback } = station
  if (!isLoopback && !(await isHostMeant(origin))) return undefined
  const address = await findWay(origin, station.token ?? (await keptToken(origin)))
  return address && stationLink(address, renew)

  async function renew(): Promise<CoreAddress> {
    const renewed = await findWay(origin, undefined)
    if (renewed !== undefined) return renewed
    quit()
    // Nothing is to happen any more.
    return new Promise(() => undefined)
  }
}

/** Tries until the station takes a token, or the person gives up. */
async function findWay(origin: string, known: string | undefined): Promise<CoreAddress | undefined> {
  let token = known
  for (;;) {
    const probe = await probeStation({ origin, token: token ?? '' })
    if (probe.kind === 'open' && token !== undefined) {
      keepToken(origin, token)
      return { origin, token }
    }
    if (probe.kind === 'unreachable') {
      if (!(await isRetryMeant(origin, probe.reason))) return undefined
    } else {
      token = await askToken(origin, token !== undefined)
      if (token === undefined) return undefined
    }
  }
}

async function isHostMeant(origin: string): Promise<boolean> {
  const isPlain = origin.startsWith('http:')
  const answer = await ask({
    title: `Attach to ${origin}`,
    text: isPlain
      ? 'This is another machine. Pictures and labels go over the network, readable for whoever listens there.'
      : 'This is another machine. Pictures and labels go over the network.',
    acts: ['Attach', 'Quit'],
  })
  return answer?.act === 'Attach'
}

async function isRetryMeant(origin: string, reason: string): Promise<boolean> {
  const text = `${reason} Start the station, or check the address.`
  const answer = await ask({ title: `No station answers at ${origin}`, text, acts: ['Retry', 'Quit'] })
  return answer?.act === 'Retry'
}

async function askToken(origin: string, wasRefused: boolean): Promise<string | undefined> {
  const answer = await ask({
    title: `The token of ${origin}`,
    text: wasRefused
      ? 'The station does not take the token it was given. It prints the right one at its start, after token= in the link to open.'
      : 'The station prints it at its start, after token= in the link to open.',
    field: 'Token',
    acts: ['Attach', 'Quit'],
  })
  return answer?.act === 'Attach' ? tokenIn(answer.value) : undefined
}

/** People paste the token, or the whole link that holds it. */
function tokenIn(text: string): string {
  return readStationAddress(text)?.token ?? text.trim()
}

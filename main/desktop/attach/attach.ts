import type { CoreAddress, CoreLink } from '../core-link.ts'
import { ask } from '../question/ask.ts'
import { say } from '../words/speech.ts'
import { keepToken, keptToken } from './kept-token.ts'
import { stationLink } from './pipe.ts'
import { openSession, probeStation } from './socket.ts'
import { readStationAddress } from './station-address.ts'

/**
 * Connects the window to a station, asking for whatever is missing. `quit` is called, and undefined answered, when the person
 * would rather not.
 */
export async function attachToStation(text: string, quit: () => void): Promise<CoreLink | undefined> {
  const station = readStationAddress(text)
  if (station === undefined) {
    await ask({ title: say('This is not the address of a station'), text, acts: ['Quit'] })
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
      const address = await openSession({ origin, token })
      keepToken(origin, address.token)
      return address
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
    title: say('Connect to {{origin}}', { origin }),
    text: say(
      isPlain
        ? 'This is another computer. Images and annotations are sent over the network. The connection is not encrypted: others on the network can read them.'
        : 'This is another computer. Images and annotations are sent over the network.',
    ),
    acts: ['Connect', 'Quit'],
  })
  return answer?.act === 'Connect'
}

async function isRetryMeant(origin: string, reason: string): Promise<boolean> {
  const text = say('{{reason}} Start the station, or check the address.', { reason })
  const answer = await ask({
    title: say('No station answers at {{origin}}', { origin }),
    text,
    acts: ['Try again', 'Quit'],
  })
  return answer?.act === 'Try again'
}

async function askToken(origin: string, wasRefused: boolean): Promise<string | undefined> {
  const answer = await ask({
    title: say('Enter the token for {{origin}}', { origin }),
    text: say(
      wasRefused
        ? 'The station rejected the token. It prints a link with the current token at startup. The token is the part after token=.'
        : 'The station prints a link at startup. The token is the part after token=.',
    ),
    field: say('Token'),
    acts: ['Connect', 'Quit'],
  })
  return answer?.act === 'Connect' ? tokenIn(answer.value) : undefined
}

/** People paste the token, or the whole link that holds it. */
function tokenIn(text: string): string {
  return readStationAddress(text)?.token ?? text.trim()
}

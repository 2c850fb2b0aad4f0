import { setTimeout as sleep } from 'node:timers/promises'
import type { Notes } from '#core/ports'
import type { ForwardedStudio } from '#core/remote/forwarded'
import { forwardedConnection } from '#remote/forwarded/connection'
import type { RemoteOptions } from '#remote/http'
import { contractHash } from './contract-hash.ts'

/** No change by a person causes more notes than this. */
const MOST_IN_SECOND = 200

interface Outside {
  readonly notes: Notes
  readonly logFailure: (message: string, failure: unknown) => void
  /** Ends everything when the studio leaves the machine. */
  readonly signal: AbortSignal
}

/** How calls reach another machine: its own procedures where it is a Tessera with the same contract, or its management API. */
export interface Road {
  /** Asks the machine what it is, and passes its notes on while calls reach its own procedures. */
  look(): Promise<void>
  /** The remote's studio, or undefined where the management API is all there is. */
  studio(): ForwardedStudio | undefined
}

export function roadTo(options: RemoteOptions, { notes, logFailure, signal }: Outside): Road {
  const connection = forwardedConnection({ ...options, contract: contractHash })
  let isTessera: boolean | undefined
  let watching: AbortController | undefined

  async function look(): Promise<void> {
    const [notice, own] = await Promise.all([connection.notice(), contractHash()])
    if (signal.aborted || !notice.ok) return
    const before = isTessera
    isTessera = notice.value?.contract === own
    if (!isTessera) watching?.abort()
    else if (watching === undefined) void watch()
    // Pages ask again what they may offer; after an update of either machine, what they show may be wrong.
    if (before === undefined) notes.publish({ kind: 'place', isOpen: true })
    else if (before !== isTessera) notes.publish({ kind: 'moved' })
  }

  /** The next look begins again where the connection ended. */
  async function watch(): Promise<void> {
    const own = new AbortController()
    watching = own
    const until = AbortSignal.any([signal, own.signal])
    try {
      let inSecond = 0
      for await (const note of connection.watch(until)) {
        notes.publish(note)
        inSecond += 1
        if (inSecond < MOST_IN_SECOND) continue
        // Reading on later slows the other machine down too.
        await sleep(1000, undefined, { ref: false, signal: until })
        inSecond = 0
      }
    } catch (failure) {
      if (!until.aborted) logFailure('The notes of another machine ended', failure)
    } finally {
      watching = undefined
    }
  }

  return { look, studio: () => (isTessera === true ? connection : undefined) }
}

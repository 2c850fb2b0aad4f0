import type { Ages, Clock } from '../ports.ts'
import { ageClock } from './age-clock.ts'
import { storeClock } from './store-clock.ts'

/** The library's own time, by which things are put into the trash and grow old there. */
export interface LibraryTime extends Clock, Ages {
  /** The moment that is believed now, in milliseconds: where the next start goes on from. */
  seen(): number
}

interface TimeSources {
  /** The machine's clock, in milliseconds since 1970; somebody may set it. */
  readonly wallMs: () => number
  /** Milliseconds since any moment, which nobody can set. */
  readonly elapsedMs: () => number
  /** Where the last run ended, in milliseconds since 1970; undefined where that is not known. */
  readonly seenMs: number | undefined
}

/** Follows the machine's clock as the events do: never back, and a leap forward counts only after an hour. */
export function libraryTime({ wallMs, elapsedMs, seenMs }: TimeSources): LibraryTime {
  const youngest = seenMs === undefined ? undefined : seenMs * 1000
  const clock = storeClock({ wallMs, elapsedMs, notBefore: youngest ?? 0 })
  const ages = ageClock({ clock, wallMs, elapsedMs, youngest })
  return {
    now: () => new Date(clock.now() / 1000),
    before: (ageMs) => new Date(ages.before(ageMs) / 1000),
    seen: () => ages.believed() / 1000,
  }
}

/** The same where the machine's clock is trusted. */
export function plainAges(clock: Clock): Ages {
  return { before: (ageMs) => new Date(clock.now().getTime() - ageMs) }
}

import type { Ages, Clock } from '../ports.ts'
import { ageClock } from './age-clock.ts'
import { storeClock } from './store-clock.ts'

/** Where a start goes on from; in milliseconds since 1970. */
export interface SeenMoments {
  /** The moment that was believed: it follows a clock that is set back. */
  readonly seen: number
  /** The latest moment that anything can bear: it never goes back, so that nothing is put away in the past. */
  readonly latest: number
}

/** The library's own time, by which things are put into the trash and grow old there. */
export interface LibraryTime extends Clock, Ages {
  /** The moments that the next start goes on from. */
  seen(): SeenMoments
}

interface TimeSources {
  /** The machine's clock, in milliseconds since 1970; somebody may set it. */
  readonly wallMs: () => number
  /** Milliseconds since any moment, which nobody can set. */
  readonly elapsedMs: () => number
  /** Where the last run ended; undefined where that is not known. */
  readonly seen: SeenMoments | undefined
}

/** Follows the machine's clock as the events do: never back, and a leap forward counts only after an hour. */
export function libraryTime({ wallMs, elapsedMs, seen }: TimeSources): LibraryTime {
  const youngest = seen && seen.seen * 1000
  const clock = storeClock({ wallMs, elapsedMs, notBefore: seen ? Math.max(seen.seen, seen.latest) * 1000 : 0 })
  const ages = ageClock({ clock, wallMs, elapsedMs, youngest })
  return {
    now: () => new Date(clock.now() / 1000),
    before: (ageMs) => new Date(ages.before(ageMs) / 1000),
    seen: () => ({ seen: ages.believed() / 1000, latest: clock.now() / 1000 }),
  }
}

/** The same where the machine's clock is trusted. */
export function plainAges(clock: Clock): Ages {
  return { before: (ageMs) => new Date(clock.now().getTime() - ageMs) }
}

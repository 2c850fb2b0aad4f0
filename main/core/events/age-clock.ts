import type { StoreClock } from './store-clock.ts'

/** By which moment something must have been stored to be so old. */
export interface AgeClock {
  /** Microseconds since 1970; what was stored before it is older than `age` (milliseconds). */
  before(ageMs: number): number
}

interface AgeSources {
  readonly clock: StoreClock
  /** The machine's clock, in milliseconds since 1970; somebody may set it. */
  readonly wallMs: () => number
  /** Milliseconds since any moment, which nobody can set. */
  readonly elapsedMs: () => number
  /** The youngest event's moment in microseconds; undefined where there is none. */
  readonly youngest: number | undefined
}

const HOUR_MS = 3600_000

/**
 * Tells what is old enough to be deleted. A clock that was set to a wrong year would make everything old at once, so a leap forward of
 * more than an hour, also over the time in which the program was off, counts only when the clock has stood by it for an hour; until then
 * time goes on as if there had been none. What was stored since the leap is as old as the store's own clock says, and what was stored
 * before it is no younger than that.
 */
export function ageClock({ clock, wallMs, elapsedMs, youngest }: AgeSources): AgeClock {
  let measured = elapsedMs()
  let reading = clock.now()
  /** The store's moment right after the last leap. */
  let leapt = reading
  let trusted = youngest ?? wallMs() * 1000
  let doubtedSince: number | undefined

  function follow(): void {
    const elapsed = elapsedMs()
    const passed = (elapsed - measured) * 1000
    measured = elapsed
    const now = clock.now()
    if (isLeap(now, reading + passed)) leapt = now
    reading = now
    trusted = believed(wallMs() * 1000, trusted + passed)
  }

  function believed(wall: number, expected: number): number {
    doubtedSince = isLeap(wall, expected) ? (doubtedSince ?? measured) : undefined
    return doubtedSince === undefined || measured - doubtedSince >= HOUR_MS ? wall : expected
  }

  return {
    before(ageMs) {
      follow()
      const sinceLeap = reading - ageMs * 1000
      return Math.floor(Math.max(trusted - ageMs * 1000, sinceLeap >= leapt ? sinceLeap : 0))
    },
  }
}

function isLeap(now: number, expected: number): boolean {
  return now - expected > HOUR_MS * 1000
}

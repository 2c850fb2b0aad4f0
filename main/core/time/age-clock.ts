import type { StoreClock } from './store-clock.ts'

/** By which moment something must have been stored to be so old. */
export interface AgeClock {
  /** Microseconds since 1970; what was stored before it is older than `age` (milliseconds). */
  before(ageMs: number): number
  /** The moment that is believed now, in microseconds: where the next start goes on from. */
  believed(): number
}

interface AgeSources {
  readonly clock: StoreClock
  /** The machine's clock, in milliseconds since 1970; somebody may set it. */
  readonly wallMs: () => number
  /** Milliseconds since any moment, which nobody can set. */
  readonly elapsedMs: () => number
  /** The last moment that is known of before, in microseconds: of the youngest event; undefined where there is none. */
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
  let seenWall = wallMs() * 1000

  function follow(): void {
    const elapsed = elapsedMs()
    const passed = (elapsed - measured) * 1000
    measured = elapsed
    const now = clock.now()
    if (isLeap(now, reading + passed)) leapt = now
    reading = now
    trusted = follows(wallMs() * 1000, passed)
  }

  /** A doubt ends when the clock is back where it should be: what is left of a leap after a step back is doubted as the leap was. */
  function follows(wall: number, passed: number): number {
    const expected = trusted + passed
    const isAhead = doubtedSince === undefined ? isLeap(wall, expected) : wall > expected
    const isNew = doubtedSince === undefined || isLeap(wall, seenWall + passed)
    seenWall = wall
    if (isAhead && isNew) doubtedSince = measured
    if (isAhead && doubtedSince !== undefined && measured - doubtedSince < HOUR_MS) return expected
    doubtedSince = undefined
    return wall
  }

  return {
    before(ageMs) {
      follow()
      const sinceLeap = reading - ageMs * 1000
      return Math.floor(Math.max(trusted - ageMs * 1000, sinceLeap >= leapt ? sinceLeap : 0))
    },
    believed() {
      follow()
      return Math.max(0, Math.floor(trusted))
    },
  }
}

function isLeap(now: number, expected: number): boolean {
  return now - expected > HOUR_MS * 1000
}

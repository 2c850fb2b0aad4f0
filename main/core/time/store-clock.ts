/** Microseconds since 1970, which never go backwards. */
export interface StoreClock {
  now(): number
}

interface ClockSources {
  /** The machine's clock, in milliseconds since 1970; somebody may set it. */
  readonly wallMs: () => number
  /** Milliseconds since any moment, which nobody can set. */
  readonly elapsedMs: () => number
  /** The youngest event's moment in microseconds: no later event may be before it. */
  readonly notBefore: number
}

/**
 * The clock of the store. It follows the machine's clock. When that is set back, this one goes on at half its pace until the other has
 * caught up: moments stay in order, and what waits for an age (drafts, retention) waits at most twice as long.
 */
export function storeClock({ wallMs, elapsedMs, notBefore }: ClockSources): StoreClock {
  let latest = notBefore
  let measured = elapsedMs()
  return {
    now() {
      const elapsed = elapsedMs()
      const passed = (elapsed - measured) * 1000
      measured = elapsed
      latest = Math.max(Math.round(wallMs() * 1000), latest + Math.floor(passed / 2))
      return latest
    },
  }
}

export interface WriteOptions {
  /** One of very many that are under way: it waits a moment for others, unless one that cannot wait comes. */
  readonly canWait?: boolean | undefined
}

export interface CommitTiming {
  /** Says when what has gathered is committed; at the end of this turn of the event loop where it is not given. */
  readonly plan?: (flush: () => void) => void
  /**
   * How long a write may wait for others where the commit just before was one of several: as long as that took, and no longer than this.
   * Writes that come one after another never wait.
   */
  readonly gatherMs?: number
}

/** Writes that can wait are committed as soon as there are so many of them: small ones share pages of the database as well as the flush. */
const PATIENT_WRITES = 64

/** Or after ten times as long as the last commit took, so that commits take a tenth of the time at most; within these bounds. */
const PATIENCE = { times: 10, leastMs: 20, mostMs: 200 }

/** Decides when `flush` commits the writes that have gathered. */
export function commitSchedule(flush: () => void, { plan = setImmediate, gatherMs = 0 }: CommitTiming) {
  let isPlanned = false
  let patience: NodeJS.Timeout | undefined
  const last = { writes: 0, tookMs: 0, endedAt: 0 }

  /** Where writes come from several sides, those that arrive while a commit would take its time are better off in it. */
  function planSoon(): void {
    const waitMs = Math.floor(Math.min(last.tookMs, gatherMs))
    const isCrowded = last.writes > 1 && performance.now() - last.endedAt < last.tookMs
    if (isCrowded && waitMs > 0) setTimeout(() => plan(flush), waitMs)
    else plan(flush)
  }

  function patienceMs(): number {
    return Math.min(PATIENCE.mostMs, Math.max(PATIENCE.leastMs, PATIENCE.times * last.tookMs))
  }

  return {
    /** To be called for each write, with how many wait. */
    plan(waiting: number, { canWait = false }: WriteOptions): void {
      if (isPlanned) return
      if (canWait && waiting < PATIENT_WRITES) {
        patience ??= setTimeout(flush, patienceMs())
        return
      }
      isPlanned = true
      planSoon()
    },
    begun(): void {
      isPlanned = false
      clearTimeout(patience)
      patience = undefined
    },
    ended(writes: number, tookMs: number): void {
      Object.assign(last, { writes, tookMs, endedAt: performance.now() })
    },
  }
}

/** How many events go in one commit. */
export interface BatchPace {
  size(): number
  /** Runs the removal of a batch and learns from it. `isGaining`: there is more to remove than before the last one. */
  run<Value>(work: () => Promise<Value>, isGaining?: boolean): Promise<Value>
}

const LEAST = 10
const USUAL = 100
const MOST = 2000
/** Longest batch in milliseconds: producers that store events meanwhile wait for it. */
const BATCH_MS = 50

/**
 * An event with a hundred values of metadata takes a hundred times as long to remove as one with none, so batches become smaller while
 * they are slow, and larger while more events come than go.
 */
export function batchPace(elapsedMs: () => number): BatchPace {
  let size = USUAL
  return {
    size: () => size,
    async run(work, isGaining = false) {
      const began = elapsedMs()
      const value = await work()
      if (isGaining) size = Math.min(MOST, size * 2)
      else if (elapsedMs() - began > BATCH_MS) size = Math.max(LEAST, Math.floor(size / 2))
      else size = Math.max(size, Math.min(USUAL, size + LEAST))
      return value
    },
  }
}

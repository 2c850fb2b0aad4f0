import type Database from 'better-sqlite3'
import { DiskFullError } from '#core/ports'
import { isDamage } from './check/damage.ts'
import { type CommitTiming, commitSchedule, type WriteOptions } from './commit-schedule.ts'
import type { WriteDb } from './db.ts'
import { asDiskFull } from './disk-full.ts'

/** Runs writes. The promise settles when the write is on disk, or has left nothing behind. */
export interface CommitQueue {
  run<Value>(work: (db: WriteDb) => Value, options?: WriteOptions): Promise<Value>
  /**
   * Waits for work that writes to the same database over a connection of its own. Writes of this queue wait meanwhile, without holding up
   * the thread; of several such works one follows the other, and what waits is written between them.
   */
  apart<Value>(work: () => Promise<Value>): Promise<Value>
}

export interface CommitOptions extends CommitTiming {
  /**
   * Work may be run twice: it changes nothing but the database, or what a second run sets right. Then it needs no savepoint of its own
   * as long as nothing fails, which is a sixth of the time of a small write.
   */
  readonly isRepeatable?: boolean
  /** A transaction takes no further write after so long: the rest follows in the next turn of the event loop. */
  readonly sliceMs?: number
  /** Called inside each transaction, before its first work and after its last; a transaction that is repeated begins again. */
  readonly begin?: () => void
  readonly end?: () => void
  /** Called when a transaction is on disk. */
  readonly committed?: () => void
  /** Why nothing may be written; looked at before each write. */
  readonly refusal?: () => Error | undefined
  /** Called when a write failed because the disk is full, before its caller hears of it. */
  readonly onFull?: (() => void) | undefined
  /** Called when a write failed because the database is damaged. */
  readonly onDamaged?: (() => void) | undefined
}

interface Entry {
  readonly work: (db: WriteDb) => void
  readonly settle: (failure?: unknown) => void
}

/** The result of a batch: its first writes are settled, with the failures among them. */
interface Committed {
  readonly done: number
  readonly failures: ReadonlyMap<Entry, unknown>
}

/** Leaves room for the flush within the 50 ms that the thread may be held. */
const SLICE_MS = 20

/**
 * Group commit: writes that gather share one transaction and so one flush of the disk. Each stands alone: one that throws is rolled back
 * by itself, the others are committed.
 */
export function commitQueue(
  db: Database.Database,
  { isRepeatable = false, sliceMs = SLICE_MS, begin, end, committed, refusal, ...options }: CommitOptions = {},
): CommitQueue {
  let waiting: Entry[] = []
  let isHeld = false
  let turn: Promise<unknown> = Promise.resolve()
  const schedule = commitSchedule(flush, options)

  function flush() {
    schedule.begun()
    if (isHeld || waiting.length === 0) return
    const batch = waiting
    waiting = []
    const began = performance.now()
    const { done, failures } = (isRepeatable ? commitTogether(batch) : undefined) ?? commitEach(batch)
    for (const failure of failures.values()) tellOf(failure)
    schedule.ended(done, performance.now() - began)
    for (const entry of batch.slice(0, done)) entry.settle(failures.get(entry))
    if (done === batch.length) return
    waiting = [...batch.slice(done), ...waiting]
    schedule.plan(waiting.length, {})
  }

  /** Runs the first writes of a batch, at least one of them, and answers how many. */
  function runSlice(batch: readonly Entry[], run: (entry: Entry) => void): number {
    const until = performance.now() + sliceMs
    let done = 0
    for (const entry of batch) {
      run(entry)
      done += 1
      if (performance.now() >= until) break
    }
    return done
  }

  function tellOf(failure: unknown): void {
    if (failure instanceof DiskFullError) options.onFull?.()
    if (isDamage(failure)) options.onDamaged?.()
  }

  function transact(works: () => number): number {
    const done = db
      .transaction(() => {
        begin?.()
        const count = works()
        end?.()
        return count
      })
      .immediate()
    committed?.()
    return done
  }

  /** Commits the batch as one; undefined where a write failed, and then nothing of any is left. */
  function commitTogether(batch: readonly Entry[]): Committed | undefined {
    try {
      return { done: transact(() => runSlice(batch, (entry) => entry.work(db))), failures: NONE }
    } catch {
      return undefined
    }
  }

  function commitEach(batch: readonly Entry[]): Committed {
    const failures = new Map<Entry, unknown>()
    // A transaction with one write needs no savepoint in it, which a write of very many rows fills without end.
    const run = (entry: Entry) => (batch.length === 1 ? entry.work(db) : runAlone(entry, failures))
    try {
      return { done: transact(() => runSlice(batch, run)), failures }
    } catch (failure) {
      for (const entry of batch) failures.set(entry, asDiskFull(failure))
      return { done: batch.length, failures }
    }
  }

  function runAlone(entry: Entry, failures: Map<Entry, unknown>) {
    try {
      // A nested transaction of better-sqlite3 is a savepoint.
      db.transaction(() => entry.work(db))()
    } catch (failure) {
      if (!db.inTransaction) throw failure
      failures.set(entry, asDiskFull(failure))
    }
  }

  async function alone<Value>(work: () => Promise<Value>): Promise<Value> {
    const refused = refusal?.()
    if (refused !== undefined) throw refused
    isHeld = true
    try {
      const value = await work()
      committed?.()
      return value
    } catch (failure) {
      tellOf(failure)
      throw failure
    } finally {
      isHeld = false
      flush()
    }
  }

  return {
    apart(work) {
      const mine = turn.then(() => alone(work))
      turn = mine.catch(() => undefined)
      return mine
    },
    run(work, options = {}) {
      const refused = refusal?.()
      if (refused !== undefined) return Promise.reject(refused)
      return new Promise((resolve, reject) => {
        let value: ReturnType<typeof work>
        waiting.push({
          work(handle) {
            value = work(handle)
          },
          settle(failure) {
            if (failure === undefined) resolve(value)
            else reject(failure)
          },
        })
        schedule.plan(waiting.length, options)
      })
    },
  }
}

const NONE: ReadonlyMap<Entry, unknown> = new Map()

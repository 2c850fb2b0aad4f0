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

/**
 * Group commit: writes that gather share one transaction and so one flush of the disk. Each stands alone: one that throws is rolled back
 * by itself, the others are committed.
 */
export function commitQueue(
  db: Database.Database,
  { isRepeatable = false, begin, end, committed, refusal, onFull, onDamaged, ...timing }: CommitOptions = {},
): CommitQueue {
  let waiting: Entry[] = []
  let isHeld = false
  let turn: Promise<unknown> = Promise.resolve()
  const schedule = commitSchedule(flush, timing)

  function flush() {
    schedule.begun()
    if (isHeld || waiting.length === 0) return
    const batch = waiting
    waiting = []
    const began = performance.now()
    const failures = isRepeatable && commitsTogether(batch) ? NONE : commitEach(batch)
    for (const failure of failures.values()) tellOf(failure)
    schedule.ended(batch.length, performance.now() - began)
    for (const entry of batch) entry.settle(failures.get(entry))
  }

  function tellOf(failure: unknown): void {
    if (failure instanceof DiskFullError) onFull?.()
    if (isDamage(failure)) onDamaged?.()
  }

  function transact(works: () => void): void {
    db.transaction(() => {
      begin?.()
      works()
      end?.()
    }).immediate()
    committed?.()
  }

  /** Whether all went well; else nothing of it is left. */
  function commitsTogether(batch: readonly Entry[]): boolean {
    try {
      transact(() => {
        for (const entry of batch) entry.work(db)
      })
      return true
    } catch {
      return false
    }
  }

  function commitEach(batch: readonly Entry[]): ReadonlyMap<Entry, unknown> {
    const failures = new Map<Entry, unknown>()
    try {
      transact(() => {
        const [only] = batch.length === 1 ? batch : []
        // A transaction with one write needs no savepoint in it, which a write of very many rows fills without end.
        if (only) only.work(db)
        else for (const entry of batch) runAlone(entry, failures)
      })
    } catch (failure) {
      for (const entry of batch) failures.set(entry, asDiskFull(failure))
    }
    return failures
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

import type Database from 'better-sqlite3'
import { DiskFullError } from '#core/ports'
import type { WriteDb } from './db.ts'
import { asDiskFull } from './disk-full.ts'

/** Runs writes. The promise settles when the write is on disk, or has left nothing behind. */
export interface CommitQueue {
  run<Value>(work: (db: WriteDb) => Value): Promise<Value>
  /**
   * Waits for work that writes to the same database over a connection of its own. Writes of this queue wait meanwhile, without holding up
   * the thread; of several such works one follows the other, and what waits is written between them.
   */
  apart<Value>(work: () => Promise<Value>): Promise<Value>
}

export interface CommitOptions {
  /** Says when what has gathered is committed; at the end of this turn of the event loop where it is not given. */
  readonly plan?: (flush: () => void) => void
  /**
   * Work may be run twice: it changes nothing but the database, or what a second run sets right. Then it needs no savepoint of its own
   * as long as nothing fails, which is a sixth of the time of a small write.
   */
  readonly isRepeatable?: boolean
  /**
   * How long a write may wait for others where the commit just before was one of several: as long as that took, and no longer than this.
   * Writes that come one after another never wait.
   */
  readonly gatherMs?: number
  /** Called inside each transaction, before its first work and after its last; a transaction that is repeated begins again. */
  readonly begin?: () => void
  readonly end?: () => void
  /** Called when a transaction is on disk. */
  readonly committed?: () => void
  /** Why nothing may be written; looked at before each write. */
  readonly refusal?: () => Error | undefined
  /** Called when a write failed because the disk is full, before its caller hears of it. */
  readonly onFull?: (() => void) | undefined
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
  {
    plan = setImmediate,
    gatherMs = 0,
    isRepeatable = false,
    begin,
    end,
    committed,
    refusal,
    onFull,
  }: CommitOptions = {},
): CommitQueue {
  let waiting: Entry[] = []
  let isHeld = false
  let turn: Promise<unknown> = Promise.resolve()
  const last = { writes: 0, tookMs: 0, endedAt: 0 }

  function flush() {
    if (isHeld || waiting.length === 0) return
    const batch = waiting
    waiting = []
    const began = performance.now()
    const failures = isRepeatable && commitsTogether(batch) ? NONE : commitEach(batch)
    if (onFull && [...failures.values()].some((failure) => failure instanceof DiskFullError)) onFull()
    last.endedAt = performance.now()
    last.tookMs = last.endedAt - began
    last.writes = batch.length
    for (const entry of batch) entry.settle(failures.get(entry))
  }

  /** Where writes come from several sides, those that arrive while a commit would take its time are better off in it. */
  function schedule(): void {
    const waitMs = Math.floor(Math.min(last.tookMs, gatherMs))
    const isCrowded = last.writes > 1 && performance.now() - last.endedAt < last.tookMs
    if (isCrowded && waitMs > 0) setTimeout(() => plan(flush), waitMs)
    else plan(flush)
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
      if (failure instanceof DiskFullError) onFull?.()
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
    run(work) {
      const refused = refusal?.()
      if (refused !== undefined) return Promise.reject(refused)
      return new Promise((resolve, reject) => {
        let value: ReturnType<typeof work>
        if (waiting.length === 0) schedule()
        waiting.push({
          work(handle) {
            value = work(handle)
          },
          settle(failure) {
            if (failure === undefined) resolve(value)
            else reject(failure)
          },
        })
      })
    },
  }
}

const NONE: ReadonlyMap<Entry, unknown> = new Map()

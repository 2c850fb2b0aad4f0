import type Database from 'better-sqlite3'
import type { WriteDb } from './db.ts'
import { asDiskFull } from './disk-full.ts'

/** Runs writes. The promise settles when the write is on disk, or has left nothing behind. */
export interface CommitQueue {
  run<Value>(work: (db: WriteDb) => Value): Promise<Value>
}

interface Entry {
  readonly work: (db: WriteDb) => void
  readonly settle: (failure?: unknown) => void
}

/**
 * Group commit: writes that arrive in the same turn of the event loop share one transaction and so one flush of the disk.
 * Each stands on its own savepoint: one that throws is rolled back alone, the others are committed.
 */
export function commitQueue(db: Database.Database): CommitQueue {
  let waiting: Entry[] = []

  function flush() {
    const batch = waiting
    waiting = []
    const failures = new Map<Entry, unknown>()
    try {
      db.transaction(() => {
        for (const entry of batch) runAlone(entry, failures)
      }).immediate()
    } catch (failure) {
      for (const entry of batch) failures.set(entry, asDiskFull(failure))
    }
    for (const entry of batch) entry.settle(failures.get(entry))
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

  return {
    run(work) {
      return new Promise((resolve, reject) => {
        let value: ReturnType<typeof work>
        if (waiting.length === 0) setImmediate(flush)
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

import { randomUUID } from 'node:crypto'
import type Database from 'better-sqlite3'
import type { SeenMoments } from '#core/time/library-time'
import { writeFirstIdentity, writeIdentity } from './identity-file.ts'
import type { IdentityRow } from './inspect.ts'

/** A change reaches the file so long after it was on disk. */
const WRITE_AFTER_MS = 500

export interface IdentityKeeper {
  /** To be called inside each transaction. */
  grow(): void
  /** To be called when a transaction is on disk. */
  committed(): void
  /** Writes what the file does not tell yet. */
  close(): void
}

interface KeeperOptions {
  readonly path: string
  /** Where the library's own time has come to; undefined for a database that has none. */
  readonly seen: () => SeenMoments | undefined
}

/**
 * Keeps the identity of a database: its row grows with each transaction, and the file follows. A new identity is written into the
 * database first and counts as lost only once the file is there: a kill in between leaves one that the next start completes.
 */
export function keepIdentity(db: Database.Database, { path, seen }: KeeperOptions): IdentityKeeper {
  const read = db.prepare<[], IdentityRow>('SELECT id, revision, is_confirmed FROM identity')
  const row = read.get() ?? newIdentity(db, randomUUID())
  const growth = db.prepare('UPDATE identity SET revision = revision + 1')
  const { id } = row
  let timer: ReturnType<typeof setTimeout> | undefined
  let isTold = true
  if (row.is_confirmed === 0) {
    writeFirstIdentity(path, { id, revision: row.revision, ...seen() })
    db.exec('UPDATE identity SET is_confirmed = 1')
  }

  /** A file that stays behind is no harm: the next change tries again. */
  function tell(): void {
    timer = undefined
    try {
      writeIdentity(path, { id, revision: read.get()?.revision ?? row.revision, ...seen() })
      isTold = true
    } catch {
      isTold = false
    }
  }

  return {
    grow: () => void growth.run(),
    committed() {
      isTold = false
      timer ??= setTimeout(tell, WRITE_AFTER_MS).unref()
    },
    close() {
      clearTimeout(timer)
      if (!isTold || seen() !== undefined) tell()
    },
  }
}

/** Gives a database an identity of its own, which its file does not tell yet. */
export function newIdentity(db: Database.Database, id: string): IdentityRow {
  db.prepare<[string]>(
    `INSERT INTO identity (one, id, revision, is_confirmed) VALUES (1, ?, 0, 0)
     ON CONFLICT (one) DO UPDATE SET id = excluded.id, revision = revision + 1, is_confirmed = 0`,
  ).run(id)
  return { id, revision: 0, is_confirmed: 0 }
}

import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type Database from 'better-sqlite3'
import type { SeenMoments } from '#core/time/library-time'
import { makeFolderSync } from '#disk/make-folder'
import { toldOfFile } from '../own-file.ts'
import { type Identity, type IdentityPlaces, readIdentity, writeFirstIdentity, writeIdentity } from './identity-file.ts'
import { type IdentityRow, isSoundIdentity } from './inspect.ts'

/** A change reaches the file beside the database so long after it was on disk. */
const BESIDE_AFTER_MS = 500
/** The same of the file among the files, which tells databases apart that are further apart in time. */
const AMONG_AFTER_MS = 5000

export interface IdentityKeeper {
  /** To be called inside each transaction. */
  grow(): void
  /** To be called when a transaction is on disk. */
  committed(): void
  /** Writes what the files do not tell yet. */
  close(): void
}

interface KeeperOptions {
  readonly identities: IdentityPlaces
  /** Where the library's own time has come to; undefined for a database that has none. */
  readonly seen: () => SeenMoments | undefined
}

/**
 * Keeps the identity of a database: its row grows with each transaction, and the files follow. A new identity is written into the
 * database first and counts as lost only once the file beside it is there: a kill in between leaves one that the next start completes.
 */
export function keepIdentity(db: Database.Database, { identities, seen }: KeeperOptions): IdentityKeeper {
  const read = db.prepare<[], IdentityRow>('SELECT id, revision, is_confirmed FROM identity')
  const kept = read.get()
  const row = kept && isSoundIdentity(kept) ? kept : newIdentity(db, randomUUID())
  const growth = db.prepare('UPDATE identity SET revision = revision + 1')
  const latest = () => ({ id: row.id, revision: read.get()?.revision ?? row.revision, ...seen() })
  joinFiles(identities.among, latest())
  if (row.is_confirmed === 0) {
    writeFirstIdentity(identities.beside, latest())
    db.exec('UPDATE identity SET is_confirmed = 1')
  }
  const beside = following(BESIDE_AFTER_MS, () => writeIdentity(identities.beside, latest()))
  const among = following(AMONG_AFTER_MS, () => {
    // Where the files' disk is not there any more, another folder lies in its place, to which this database does not belong.
    if (existsSync(identities.among)) writeIdentity(identities.among, latest())
  })
  return {
    grow: () => void growth.run(),
    committed() {
      beside.changed()
      among.changed()
    },
    close() {
      for (const file of [beside, among]) file.close(seen() !== undefined)
    },
  }
}

/** Tells the files which database they belong to, where they do not know yet. */
function joinFiles(path: string, identity: Identity): void {
  const told = readIdentity(path)
  if (told !== undefined && told !== 'damaged' && told.id === identity.id && told.revision <= identity.revision) return
  try {
    makeFolderSync(dirname(path), 0o700)
  } catch (failure) {
    throw toldOfFile(failure)
  }
  writeFirstIdentity(path, identity)
}

/** A file that follows the database. One that stays behind is no harm: the next change tries again. */
function following(afterMs: number, write: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isTold = true

  function tell(): void {
    timer = undefined
    try {
      write()
      isTold = true
    } catch {
      isTold = false
    }
  }

  return {
    changed() {
      isTold = false
      timer ??= setTimeout(tell, afterMs).unref()
    },
    /** Tells what is not told yet, or all of it once more. */
    close(isDue: boolean) {
      clearTimeout(timer)
      if (!isTold || isDue) tell()
    },
  }
}

/** Gives a database an identity of its own, which its file does not tell yet. */
export function newIdentity(db: Database.Database, id: string): IdentityRow {
  db.prepare<[string]>(
    `INSERT INTO identity (one, id, revision, is_confirmed) VALUES (1, ?, 0, 0)
     ON CONFLICT (one) DO UPDATE SET id = excluded.id, revision = 0, is_confirmed = 0`,
  ).run(id)
  return { id, revision: 0, is_confirmed: 0 }
}

import type Database from 'better-sqlite3'
import { isDamage } from './check/damage.ts'
import { openOwnDatabase } from './own-file.ts'

declare const access: unique symbol

/** A handle for reading. Statements prepared on it must not write. */
export type ReadDb = Pick<Database.Database, 'prepare'> & { readonly [access]?: 'read' | 'write' }

/** A handle that may write; only the commit queue hands one out. */
export type WriteDb = ReadDb & Pick<Database.Database, 'exec'> & { readonly [access]?: 'write' }

export interface OpenDatabase {
  readonly raw: Database.Database
  close(): void
}

/**
 * Opens a database file with the durability that the project promises: WAL, and `synchronous=FULL`, so that a commit
 * that returned is on disk.
 */
export function openDatabase(path: string): OpenDatabase {
  // SQLite gives what it makes beside the database the same rights.
  const raw = openOwnDatabase(path)
  raw.pragma('journal_mode = WAL')
  raw.pragma('synchronous = FULL')
  raw.pragma('foreign_keys = ON')
  raw.pragma('busy_timeout = 2000')
  raw.pragma('temp_store = MEMORY')
  return {
    raw,
    close() {
      // Only an advice for the next start, and in a damaged database the first thing that fails.
      try {
        raw.pragma('optimize')
      } catch (failure) {
        if (!isDamage(failure)) throw failure
      }
      raw.close()
    },
  }
}

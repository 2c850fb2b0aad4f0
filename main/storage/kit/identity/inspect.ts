import { existsSync, rmSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { StoreFault } from '#common/stores/faults'
import { isDamage } from '../check/damage.ts'
import { isDamaged } from '../check/noted-damage.ts'
import type { Migration } from '../migrate.ts'
import { FileUnusableError } from '../own-file.ts'
import { type Identity, readIdentity } from './identity-file.ts'

/** A database, the file that says which one it is, and the files that its rows name. */
export interface StorePlace {
  readonly database: string
  /** Path of the identity file. */
  readonly identity: string
  /** Where files are kept that somebody accepted to go on without. */
  readonly setAside: string
  readonly migrations: readonly Migration[]
  /** How a person calls what the database belongs to. */
  readonly title: 'library' | 'event store'
  /** Tables of which every layout since the first has one. */
  readonly tables: readonly string[]
  /** Whether files lie beside the database that rows would name. */
  isHolding(): boolean
}

/** The row of the table `identity`. */
export interface IdentityRow {
  readonly id: string
  readonly revision: number
  readonly is_confirmed: 0 | 1
}

interface Facts {
  readonly isOurs: boolean
  readonly isBlank: boolean
  /** Undefined in a database of before identities. */
  readonly row: IdentityRow | undefined
}

/** Files that SQLite keeps beside a database. */
export const COMPANIONS = ['-wal', '-shm'] as const

/**
 * What is wrong with a database, before anything of it is written; undefined when it may be opened. Where no files lie beside it,
 * there is nothing that a wrong database could lose.
 */
export function inspectStore(place: StorePlace): StoreFault | undefined {
  const facts = lookInto(place)
  if (facts === 'unreadable') return facts
  const fault = typeof facts === 'string' ? facts : faultOf(facts, readIdentity(place.identity))
  if (fault !== undefined) return fault === 'unreadable' || place.isHolding() ? fault : undefined
  return existsSync(place.database) && leavingNothing(place.database, isDamaged) ? 'damaged' : undefined
}

function faultOf({ isOurs, isBlank, row }: Facts, kept: ReturnType<typeof readIdentity>): StoreFault | undefined {
  if (isBlank) return 'empty'
  if (!isOurs) return 'unreadable'
  // Before the first identity there was neither a row nor a file.
  if (row === undefined) return kept === undefined ? undefined : 'older'
  if (kept === undefined) return row.is_confirmed === 1 ? 'identity-lost' : undefined
  if (kept === 'damaged') return 'identity-lost'
  return behind(row, kept)
}

function behind({ id, revision }: IdentityRow, kept: Identity): StoreFault | undefined {
  if (id !== kept.id) return 'foreign'
  return revision < kept.revision ? 'older' : undefined
}

function lookInto({ database, tables }: StorePlace): Facts | 'missing' | 'empty' | 'unreadable' {
  const size = statSync(database, { throwIfNoEntry: false })?.size
  if (size === undefined) return 'missing'
  if (size === 0) return 'empty'
  try {
    return leavingNothing(database, (path) => factsOf(path, tables))
  } catch (failure) {
    if (isDamage(failure)) return 'unreadable'
    throw new FileUnusableError(database, failure)
  }
}

/** Reads a database. A reader makes the files beside it and may not delete them. */
function leavingNothing<Value>(database: string, read: (path: string) => Value): Value {
  const made = COMPANIONS.map((ending) => database + ending).filter((path) => !existsSync(path))
  try {
    return read(database)
  } finally {
    for (const path of made) rmSync(path, { force: true })
  }
}

/** Opened for reading, SQLite neither takes changes over from the log nor deletes it: a damaged log stays as it was found. */
function factsOf(path: string, tables: readonly string[]): Facts {
  const db = new Database(path, { readonly: true })
  try {
    const names = new Set(db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all())
    const row = names.has('identity')
      ? db.prepare<[], IdentityRow>('SELECT id, revision, is_confirmed FROM identity').get()
      : undefined
    return { isOurs: tables.some((name) => names.has(name)), isBlank: names.size === 0, row }
  } finally {
    db.close()
  }
}

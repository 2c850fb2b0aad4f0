import { existsSync, rmSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { StoreFault, StoreName } from '#common/stores/faults'
import { isDamage } from '../check/damage.ts'
import { isDamaged } from '../check/noted-damage.ts'
import type { Migration } from '../migrate.ts'
import { FileUnusableError } from '../own-file.ts'
import { type Identity, type IdentityPlaces, readIdentity } from './identity-file.ts'

/** A database, the file that says which one it is, and the files that its rows name. */
export interface StorePlace {
  readonly database: string
  readonly identities: IdentityPlaces
  /** Where files are kept that somebody accepted to go on without. */
  readonly setAside: string
  readonly migrations: readonly Migration[]
  readonly store: StoreName
  /** Tables of which every layout since the first has one. */
  readonly tables: readonly string[]
  /** Columns that name files, whatever the layout: those of tables that are not there count for nothing. */
  readonly naming: readonly NamingColumn[]
  /** Whether files lie beside the database that rows would name. */
  isHolding(): boolean
}

/** A table and its column that holds the hash of a file. */
export type NamingColumn = readonly [table: string, column: string]

/** The row of the table `identity`. */
export interface IdentityRow {
  readonly id: string
  readonly revision: number
  readonly is_confirmed: 0 | 1
}

/** Whether the row can be what was written: a revision that a flipped bit made could grow no further. */
export function isSoundIdentity({ id, revision }: IdentityRow): boolean {
  return id !== '' && Number.isSafeInteger(revision) && revision >= 0
}

interface Facts {
  readonly isOurs: boolean
  readonly isBlank: boolean
  /** The row, or undefined in a database from before identities. */
  readonly row: IdentityRow | undefined
}

/** Files that SQLite keeps beside a database. */
export const COMPANIONS = ['-wal', '-shm'] as const

/**
 * The fault of a database, before anything of it is written; undefined when it may be opened. Where no files lie beside it, there is
 * nothing that a wrong database could lose.
 */
export function inspectStore(place: StorePlace): StoreFault | undefined {
  const facts = lookInto(place)
  if (facts === 'unreadable') return facts
  const told = { beside: readIdentity(place.identities.beside), among: readAmong(place.identities) }
  const fault = typeof facts === 'string' ? facts : faultOf(facts, told)
  if (fault === 'unreadable') return fault
  if (place.isHolding()) {
    if (fault !== undefined) return fault
  } else if (typeof facts !== 'string' && isLackingFiles(place, facts, told)) return 'files-missing'
  return existsSync(place.database) && leavingNothing(place.database, isDamaged) ? 'damaged' : undefined
}

interface Told {
  readonly beside: ReturnType<typeof readIdentity>
  readonly among: Identity | undefined
}

/** One that cannot be read tells nothing, and is written anew: the file beside the database is there to contradict it. */
function readAmong({ among }: IdentityPlaces): Identity | undefined {
  const identity = readIdentity(among)
  return identity === 'damaged' ? undefined : identity
}

function faultOf({ isOurs, isBlank, row }: Facts, { beside, among }: Told): StoreFault | undefined {
  if (isBlank) return 'empty'
  if (!isOurs) return 'unreadable'
  if (row !== undefined) return isSoundIdentity(row) ? contradiction(row, { beside, among }) : 'damaged'
  // Before the first identity there was neither a row nor a file.
  return beside === undefined && among === undefined ? undefined : 'older'
}

function contradiction(row: IdentityRow, { beside, among }: Told): StoreFault | undefined {
  if (beside === 'damaged' || (beside === undefined && row.is_confirmed === 1)) return 'identity-lost'
  return (beside && behind(row, beside, 'foreign')) ?? (among && behind(row, among, 'files-foreign'))
}

function behind({ id, revision }: IdentityRow, told: Identity, foreign: StoreFault): StoreFault | undefined {
  if (id !== told.id) return foreign
  return revision < told.revision ? 'older' : undefined
}

/** Whether rows name files where there are none. A folder that tells this database's identity was accepted without them. */
function isLackingFiles({ database, naming }: StorePlace, { row }: Facts, { among }: Told): boolean {
  if (row !== undefined && among?.id === row.id) return false
  try {
    return leavingNothing(database, (path) => namesFiles(path, naming))
  } catch (failure) {
    if (isDamage(failure)) return false
    throw failure
  }
}

function namesFiles(path: string, naming: StorePlace['naming']): boolean {
  const db = new Database(path, { readonly: true })
  try {
    const has = db.prepare<[string, string], number>('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').pluck()
    return naming
      .filter(([table, column]) => has.get(table, column) === 1)
      .some(
        ([table, column]) =>
          db.prepare(`SELECT 1 FROM ${table} WHERE ${column} IS NOT NULL LIMIT 1`).get() !== undefined,
      )
  } finally {
    db.close()
  }
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

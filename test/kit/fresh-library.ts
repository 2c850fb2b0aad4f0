import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { migrate } from '#storage/kit/migrate'
import { type Library, openLibrary } from '#storage/library/library'
import { LIBRARY_MIGRATIONS } from '#storage/library/migrations/registry'

let empty: Buffer | undefined

/**
 * Opens the library of a folder. A new one starts as a copy of an empty database, which saves running all migrations.
 */
export function freshLibrary(folder: string): Library {
  empty ??= emptyDatabase()
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'library.db')
  if (!existsSync(path)) writeFileSync(path, empty)
  return openLibrary(folder, new Date())
}

function emptyDatabase(): Buffer {
  const db = new Database(':memory:')
  migrate(db, LIBRARY_MIGRATIONS)
  const bytes = db.serialize()
  db.close()
  return bytes
}

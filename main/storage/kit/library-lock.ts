import { readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'

/** Another program has the library open; the message says which. */
export class LibraryLockedError extends Error {
  override readonly name = 'LibraryLockedError'
  readonly code = 'library-locked'

  constructor(folder: string, holder: string) {
    super(`The library ${folder} is open already: ${holder}. Close that one, or choose another folder with --library.`)
  }
}

/**
 * Takes the library for this process. The lock is an exclusive SQLite transaction on a file of its own, which the system
 * releases by itself when the process is killed; the text beside it only says who holds it.
 */
export function lockLibrary(folder: string, now: Date): { release(): void } {
  const note = join(folder, 'lock.txt')
  const lock = new Database(join(folder, 'lock.db'))
  lock.pragma('busy_timeout = 0')
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch {
    lock.close()
    throw new LibraryLockedError(folder, readHolder(note))
  }
  writeFileSync(note, `process ${process.pid} on ${hostname()} since ${now.toISOString()}\n`)
  return {
    release() {
      lock.exec('ROLLBACK')
      lock.close()
    },
  }
}

function readHolder(note: string): string {
  try {
    return readFileSync(note, 'utf8').trim()
  } catch {
    return 'another process'
  }
}

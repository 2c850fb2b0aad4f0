import { readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'

/** Another program has the folder open; the message says which. */
export class FolderLockedError extends Error {
  override readonly name = 'FolderLockedError'
  readonly code = 'folder-locked'

  constructor({ what, folder }: LockedFolder, holder: string) {
    super(`The ${what} ${folder} is open already: ${holder}. Close that one, or choose another folder with --library.`)
  }
}

export interface LockedFolder {
  readonly what: 'library' | 'event store'
  readonly folder: string
}

/**
 * Takes a folder for this process. The lock is an exclusive SQLite transaction on a file of its own, which the system
 * releases by itself when the process is killed; the text beside it only says who holds it.
 */
export function lockFolder(locked: LockedFolder, now: Date): { release(): void } {
  const { folder } = locked
  const note = join(folder, 'lock.txt')
  const lock = new Database(join(folder, 'lock.db'))
  lock.pragma('busy_timeout = 0')
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch {
    lock.close()
    throw new FolderLockedError(locked, readHolder(note))
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

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { message } from '#common/messages/message'
import { SaidError } from '#common/messages/said-error'
import type { Message } from '#common/messages/template'
import { FileUnusableError, openOwnDatabase } from './own-file.ts'

/** Another program has the folder open; the message says which. */
export class FolderLockedError extends SaidError {
  override readonly name = 'FolderLockedError'
  readonly code = 'folder-locked'

  constructor({ what, folder }: LockedFolder, holder: Message | undefined) {
    const code = what === 'library' ? 'start-library-open' : 'start-events-open'
    super(holder === undefined ? message(code, { folder }) : message(`${code}-by`, { folder }, holder))
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
  const note = join(locked.folder, 'lock.txt')
  const lock = takeLock(locked, note)
  try {
    // In a folder from somebody else a link may be there: what it leads to is not ours to write.
    rmSync(note, { force: true })
    writeFileSync(note, `process ${process.pid} on ${hostname()}, since ${now.toISOString()}\n`, { flag: 'wx' })
  } catch (failure) {
    // On a full disk the note stays empty; the lock holds without it.
    if (!isFull(failure)) {
      lock.close()
      throw new FileUnusableError(note, failure)
    }
  }
  return {
    release() {
      lock.exec('ROLLBACK')
      lock.close()
    },
  }
}

function takeLock(locked: LockedFolder, note: string): Database.Database {
  const path = join(locked.folder, 'lock.db')
  const lock = openOwnDatabase(path)
  try {
    lock.pragma('busy_timeout = 0')
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (failure) {
    lock.close()
    if (isHeld(failure)) throw new FolderLockedError(locked, readHolder(note))
    throw new FileUnusableError(path, failure)
  }
}

function isHeld(failure: unknown): boolean {
  return /^SQLITE_(?:BUSY|LOCKED)/.test(codeOf(failure))
}

function isFull(failure: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(codeOf(failure))
}

function codeOf(failure: unknown): string {
  return failure instanceof Error && 'code' in failure ? String(failure.code) : ''
}

/** As the note says it; a note that somebody else wrote is nobody's. */
function readHolder(note: string): Message | undefined {
  try {
    const [, pid, host, moment] = NOTE.exec(readFileSync(note, 'utf8').trim()) ?? []
    return pid && host && moment ? message('start-holder', { pid, host, moment }) : undefined
  } catch {
    return undefined
  }
}

const NOTE = /^process (\d+) on (.+), since (\S+)$/

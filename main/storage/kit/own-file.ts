import { accessSync, closeSync, constants, openSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { message } from '#common/messages/message'
import type { START_FAULTS } from '#common/messages/plain/start-faults'
import { SaidError } from '#common/messages/said-error'
import { danglingLink, reasonOf } from './reasons.ts'

/** A file that cannot be used; the message names it, why, and what to do. */
export class FileUnusableError extends SaidError {
  override readonly name = 'FileUnusableError'
  readonly code = 'file-unusable'

  constructor(path: string, cause: unknown) {
    super(message('start-file-unusable', { path, advice: message(wayOut(cause)) }, reasonOf(cause, path)), { cause })
  }
}

/** Refuses a folder in the place of a file: SQLite would report no more than an error of the disk. */
export function refuseFolders(paths: readonly string[]): void {
  for (const path of paths) {
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
    if (isFolder) throw new FileUnusableError(path, Object.assign(new Error('It is a folder'), { code: 'EISDIR' }))
  }
}

/** The failure as it is, or with the file and the way out where a file that is there cannot be used. */
export function toldOfFile(failure: unknown): unknown {
  if (!(failure instanceof Error && 'path' in failure && 'code' in failure)) return failure
  const path = String(failure.path)
  const isUnusable = UNUSABLE_FILE.test(String(failure.code))
  return isUnusable || (failure.code === 'ENOENT' && danglingLink(path) !== undefined)
    ? new FileUnusableError(path, failure)
    : failure
}

const UNUSABLE_FILE = /^(?:EISDIR|ENOTDIR|EEXIST|EACCES|EPERM|EROFS|ENOSPC|EDQUOT|EIO)$/

/** The failure as it is, or with the file and the way out when SQLite could not read or write a database. */
export function toldOfDatabase(path: string, failure: unknown): unknown {
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : ''
  return UNUSABLE_DATABASE.test(code) ? new FileUnusableError(path, failure) : failure
}

const UNUSABLE_DATABASE = /^SQLITE_(?:FULL|IOERR|READONLY|CANTOPEN|PROTOCOL|PERM)/

/** Opens a database file that only its owner can read, made where it is missing. */
export function openOwnDatabase(path: string): Database.Database {
  refuseFolders([path])
  makeOwnFile(path)
  try {
    return new Database(path)
  } catch (failure) {
    throw new FileUnusableError(path, failure)
  }
}

/** Makes an empty file that only its owner can read, where there is none; one that is there must be open to this program. */
function makeOwnFile(path: string): void {
  try {
    // Never an existing one: closing it would end the locks that this process holds on it.
    closeSync(openSync(path, 'wx', 0o600))
  } catch (failure) {
    if (!(failure instanceof Error && 'code' in failure && failure.code === 'EEXIST'))
      throw new FileUnusableError(path, failure)
  }
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
  } catch (failure) {
    throw new FileUnusableError(path, failure)
  }
}

type Advice = Extract<keyof typeof START_FAULTS, `advice-${string}`>

function wayOut(failure: unknown): Advice {
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : ''
  if (/^(?:ENOSPC|EDQUOT|SQLITE_FULL)$/.test(code)) return 'advice-free-space'
  if (/^(?:EISDIR|ENOTDIR|EEXIST|NO_FILE|SQLITE_NOTADB|SQLITE_CORRUPT)/.test(code)) return 'advice-move-file'
  if (/^SQLITE_(?:IOERR|PROTOCOL)/.test(code)) return 'advice-local-disk'
  if (code === 'ENOENT') return 'advice-mount'
  return 'advice-access'
}

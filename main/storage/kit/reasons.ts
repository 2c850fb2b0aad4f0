import { statSync } from 'node:fs'
import { dirname } from 'node:path'

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'your user may not write there',
  EPERM: 'your user may not write there',
  EROFS: 'the disk can only be read',
  ENOENT: 'its parent folder takes nothing new',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is full',
  EIO: 'the disk fails',
  EISDIR: 'it is a folder, not a file',
  SQLITE_FULL: 'the disk is full',
  SQLITE_READONLY: 'it can only be read',
  SQLITE_CANTOPEN: 'it cannot be opened',
  SQLITE_NOTADB: 'it is damaged',
  SQLITE_CORRUPT: 'it is damaged',
  SQLITE_IOERR: 'the disk fails, or does not lock files',
  SQLITE_PROTOCOL: 'the disk does not lock files',
}

/** Why a file or folder cannot be made or opened, as the second half of a sentence. */
export function reasonOf(failure: unknown, path: string): string {
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : ''
  if (code === 'ENOTDIR' || code === 'EEXIST') return `${fileInTheWay(path)} is a file, not a folder`
  // SQLite adds where it happened: SQLITE_IOERR_LOCK.
  const known = REASONS[code] ?? REASONS[code.split('_', 2).join('_')]
  return known ?? (failure instanceof Error ? failure.message : String(failure))
}

function fileInTheWay(path: string): string {
  try {
    return statSync(path).isFile() || dirname(path) === path ? path : fileInTheWay(dirname(path))
  } catch {
    return dirname(path) === path ? path : fileInTheWay(dirname(path))
  }
}

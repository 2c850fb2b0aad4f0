import { lstatSync, readlinkSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** In the place of a code of the system, where what should be a file is a pipe or a device: opening one is not an error. */
export const NO_FILE = 'NO_FILE'

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'your user account has no write permission',
  EPERM: 'your user account has no write permission',
  EROFS: 'the disk is read-only',
  ENOENT: 'nothing can be created in its parent folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your disk quota is used up',
  EIO: 'the disk reports an error',
  EISDIR: 'it is a folder, not a file',
  [NO_FILE]: 'it is a pipe or a device, not a file',
  SQLITE_FULL: 'the disk is full',
  SQLITE_READONLY: 'it is read-only',
  SQLITE_CANTOPEN: 'it cannot be opened',
  SQLITE_NOTADB: 'it is damaged',
  SQLITE_CORRUPT: 'it is damaged',
  SQLITE_IOERR: 'the disk reports an error or does not support file locks',
  SQLITE_PROTOCOL: 'the disk does not support file locks',
}

/** Why a file or folder cannot be made or opened, as the second half of a sentence. */
export function reasonOf(failure: unknown, path: string): string {
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : ''
  const inTheWay = IN_THE_WAY.has(code) ? obstacleOf(code, path) : undefined
  if (inTheWay !== undefined) return inTheWay
  // SQLite adds where it happened: SQLITE_IOERR_LOCK.
  const known = REASONS[code] ?? REASONS[code.split('_', 2).join('_')]
  return known ?? (failure instanceof Error ? failure.message : String(failure))
}

const IN_THE_WAY = new Set(['EEXIST', 'ENOTDIR', 'ENOENT'])

/** The obstacle in the way of a folder; undefined where something is only missing. */
function obstacleOf(code: string, path: string): string | undefined {
  // Below a file there is nothing to look at.
  const dangling = code === 'ENOTDIR' ? undefined : danglingLink(path)
  if (dangling !== undefined) return `${dangling} is a link to ${readlinkSync(dangling)}, which does not exist`
  return code === 'ENOENT' ? undefined : `${fileInTheWay(path)} is a file, not a folder`
}

/** Of the folder and those above it, the one that is a link leading nowhere. */
export function danglingLink(path: string): string | undefined {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
  if (isLink && statSync(path, { throwIfNoEntry: false }) === undefined) return path
  return dirname(path) === path ? undefined : danglingLink(dirname(path))
}

function fileInTheWay(path: string): string {
  try {
    return !statSync(path).isDirectory() || dirname(path) === path ? path : fileInTheWay(dirname(path))
  } catch {
    return dirname(path) === path ? path : fileInTheWay(dirname(path))
  }
}

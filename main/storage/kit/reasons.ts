import { lstatSync, readlinkSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { literal, message } from '#common/messages/message'
import type { START_FAULTS } from '#common/messages/plain/start-faults'
import type { Message } from '#common/messages/template'

/** In the place of a code of the system, where what should be a file is a pipe or a device: opening one is not an error. */
export const NO_FILE = 'NO_FILE'

type Reason = Extract<keyof typeof START_FAULTS, `disk-${string}` | `file-${string}`>

const REASONS: Readonly<Record<string, Reason>> = {
  EACCES: 'disk-no-permission',
  EPERM: 'disk-no-permission',
  EROFS: 'disk-read-only',
  ENOENT: 'disk-no-parent',
  ENOSPC: 'disk-is-full',
  EDQUOT: 'disk-no-quota',
  EIO: 'disk-reports-error',
  EISDIR: 'file-is-folder',
  [NO_FILE]: 'file-is-pipe',
  SQLITE_FULL: 'disk-is-full',
  SQLITE_READONLY: 'file-read-only',
  SQLITE_CANTOPEN: 'file-cannot-open',
  SQLITE_NOTADB: 'file-damaged-itself',
  SQLITE_CORRUPT: 'file-damaged-itself',
  SQLITE_IOERR: 'disk-error-or-without-locks',
  SQLITE_PROTOCOL: 'disk-without-locks',
}

/** Why a file or folder cannot be made or opened, as the second half of a sentence. */
export function reasonOf(failure: unknown, path: string): Message {
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : ''
  const inTheWay = IN_THE_WAY.has(code) ? obstacleOf(code, path) : undefined
  if (inTheWay !== undefined) return inTheWay
  // SQLite adds where it happened: SQLITE_IOERR_LOCK.
  const known = REASONS[code] ?? REASONS[code.split('_', 2).join('_')]
  return known ? message(known) : literal(failure instanceof Error ? failure.message : String(failure))
}

const IN_THE_WAY = new Set(['EEXIST', 'ENOTDIR', 'ENOENT'])

/** The obstacle in the way of a folder; undefined where something is only missing. */
function obstacleOf(code: string, path: string): Message | undefined {
  // Below a file there is nothing to look at.
  const dangling = code === 'ENOTDIR' ? undefined : danglingLink(path)
  if (dangling !== undefined) return message('link-leads-nowhere', { link: dangling, target: readlinkSync(dangling) })
  return code === 'ENOENT' ? undefined : message('folder-is-file', { path: fileInTheWay(path) })
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

import { closeSync, fdatasyncSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { SeenMoments } from '#core/time/library-time'
import { flushFolder } from '../flush-folder.ts'
import { FileUnusableError } from '../own-file.ts'
import { NO_FILE } from '../reasons.ts'

const Identity = z.object({
  id: z.string().min(1),
  /** Of the last transaction that was on disk when this was written; the database is never behind it. */
  revision: z.int().nonnegative(),
  /** The moment of the library's own time (milliseconds since 1970) when this was written. */
  seen: z.number().nonnegative().optional(),
  /** The latest moment that it had come to, which a clock that is set back does not take back. */
  latest: z.number().nonnegative().optional(),
})

/** Which database belongs into a folder, and how far it had come at least. */
export type Identity = z.infer<typeof Identity>

/** The two files that tell the identity of a database. */
export interface IdentityPlaces {
  /** Path of the one beside the database. */
  readonly beside: string
  /** Path of the one among the files that its rows name: they may be separated from the database. */
  readonly among: string
}

/** Where the library's own time goes on from; undefined where the file does not tell. */
export function seenIn(identity: Identity | 'damaged' | undefined): SeenMoments | undefined {
  if (identity === undefined || identity === 'damaged' || identity.seen === undefined) return undefined
  return { seen: identity.seen, latest: identity.latest ?? identity.seen }
}

/** The identity; undefined when there is no file, `damaged` when it cannot be read as an identity. */
export function readIdentity(path: string): Identity | 'damaged' | undefined {
  try {
    if (!isIdentitySized(path)) return 'damaged'
    return Identity.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data ?? 'damaged'
  } catch (failure) {
    if (failure instanceof SyntaxError) return 'damaged'
    if (failure instanceof Error && 'code' in failure && /^(?:ENOENT|ENOTDIR)$/.test(String(failure.code)))
      return undefined
    throw failure
  }
}

/** Whether it may be read: a pipe would keep the start waiting, and a device would fill the memory. An identity is a line of text. */
function isIdentitySized(path: string): boolean {
  const found = statSync(path)
  // Reading a folder fails with a message that names the cause.
  if (found.isDirectory()) return true
  if (!found.isFile())
    throw new FileUnusableError(path, Object.assign(new Error('It is not a file'), { code: NO_FILE }))
  return found.size <= MOST_BYTES
}

const MOST_BYTES = 64 * 1024

/** Written beside and renamed, so that a crash leaves the old file or the new one. */
export function writeIdentity(path: string, identity: Identity): void {
  const beside = `${path}.new`
  const file = openSync(beside, 'w', 0o600)
  try {
    writeSync(file, `${JSON.stringify(identity)}\n`)
    fdatasyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(beside, path)
}

/** As `writeIdentity`, and the file's new name is on the disk as well: what counts on the file may be written after it. */
export function writeFirstIdentity(path: string, identity: Identity): void {
  writeIdentity(path, identity)
  flushFolder(dirname(path))
}

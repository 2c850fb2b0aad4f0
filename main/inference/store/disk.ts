import { createHash } from 'node:crypto'
import { type FileHandle, link, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DiskFullError } from '#core/ports'
import { makeFolder } from '#disk/make-folder'

/** Puts names that changed in a folder on the disk. Where folders cannot be opened, as on Windows, the system does so by itself. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined)
  try {
    await folder?.sync().catch(() => undefined)
  } finally {
    await folder?.close()
  }
}

/** Writes a small file, whole or not at all. */
export async function writeWhole(path: string, text: string): Promise<void> {
  try {
    await writeFile(`${path}.new`, text, { flush: true })
    await rename(`${path}.new`, path)
  } catch (failure) {
    throw asDiskFull(failure)
  }
  await syncFolder(dirname(path))
}

/** The text, or undefined where there is no such file. */
export async function readText(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(ifThere)
}

/** Manifests have a few kilobytes; thousands of class names make some hundred. */
export const MOST_MANIFEST_BYTES = 4 * 1024 ** 2

/** The text of a manifest; undefined where there is none, or one that is too large to be read. */
export async function readManifestText(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(ifThere)
  return found === undefined || found.size > MOST_MANIFEST_BYTES ? undefined : readText(path)
}

export async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(ifThere)) !== undefined
}

/** For `catch`: undefined when a file or folder is missing; any other failure goes on. */
export function ifThere(failure: unknown): undefined {
  if (codeOf(failure) === 'ENOENT' || codeOf(failure) === 'ENOTDIR') return undefined
  throw failure
}

/** The failure as it is, or in plain words when the disk has no room. */
export function asDiskFull(failure: unknown): unknown {
  const code = codeOf(failure)
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG' ? new DiskFullError(failure) : failure
}

function codeOf(failure: unknown): unknown {
  return failure instanceof Error && 'code' in failure ? failure.code : undefined
}

interface Taking {
  readonly signal: AbortSignal
  wrote(bytes: number): void
}

const PIECE_BYTES = 4 * 1024 ** 2

/**
 * Takes a file to another place, flushed, and answers what it is. A file that lies on the same disk and is to go afterwards gets a
 * second name instead of a copy, where the disk knows such.
 */
export async function takeFile(
  from: string,
  { to, isOwn }: { readonly to: string; readonly isOwn: boolean },
  taking: Taking,
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  await makeFolder(dirname(to))
  const isLinked = isOwn && (await link(from, to).then(yes, no))
  const source = await open(from, 'r')
  try {
    const target = isLinked ? undefined : await open(to, 'wx')
    try {
      return await passOn(source, target, taking)
    } finally {
      await target?.close()
    }
  } catch (failure) {
    await rm(to, { force: true })
    throw asDiskFull(failure)
  } finally {
    await source.close()
  }
}

async function passOn(source: FileHandle, target: FileHandle | undefined, { signal, wrote }: Taking) {
  const hash = createHash('sha256')
  const piece = Buffer.allocUnsafe(PIECE_BYTES)
  let bytes = 0
  while (true) {
    signal.throwIfAborted()
    const { bytesRead } = await source.read(piece, 0, PIECE_BYTES)
    if (bytesRead === 0) break
    const part = piece.subarray(0, bytesRead)
    hash.update(part)
    await target?.writeFile(part)
    bytes += bytesRead
    wrote(bytesRead)
  }
  await (target ?? source).datasync()
  return { bytes, sha256: hash.digest('hex') }
}

const yes = () => true
const no = () => false

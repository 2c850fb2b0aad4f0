import { createHash, hash, randomUUID } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { copyFile, type FileHandle, link, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { brand } from '#common/border'
import type { BlobHash } from '#common/ids'

/** More bytes arrived than were allowed; what had arrived is gone. */
export class BlobTooLargeError extends Error {
  override readonly name = 'BlobTooLargeError'
  readonly code = 'blob-too-large'
}

export interface Hashed {
  readonly hash: BlobHash
  readonly bytes: number
  /** All of the bytes, where they are few and came in one piece. */
  readonly content?: Uint8Array | undefined
}

const CHUNK_BYTES = 1024 * 1024
/** A larger file is read again where it is needed: many files may be on their way at once. */
const AT_HAND_BYTES = 256 * 1024

/** SHA-256 and length of a file; throws where there is none, and `BlobTooLargeError` above `maxBytes`. */
export async function hashFile(path: string, maxBytes = Number.POSITIVE_INFINITY): Promise<Hashed> {
  const found = await stat(path)
  if (!found.isFile()) throw new Error('It is not a file')
  const { size: bytes } = found
  if (bytes > maxBytes) throw new BlobTooLargeError(`More than ${maxBytes} bytes`)
  // A stream costs several times what reading a small file does.
  if (bytes > CHUNK_BYTES) return { hash: await hashStream(path), bytes, content: undefined }
  const content = await readFile(path)
  const atHand = content.length <= AT_HAND_BYTES ? content : undefined
  return { hash: brand<BlobHash>(hash('sha256', content)), bytes: content.length, content: atHand }
}

async function hashStream(path: string): Promise<BlobHash> {
  const hasher = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) hasher.update(chunk)
  return brand<BlobHash>(hasher.digest('hex'))
}

/** Systems that have no second name for a file, files that have too many already, and files of another disk. */
const NO_LINK = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL', 'UNKNOWN'])

/**
 * Gives a file that is flushed and never written again a second name, in place of whatever had it; a flushed copy where a file can have but
 * one name. What may be damaged on the way is made in `folder`, which is on the same disk as `to`.
 */
export async function linkOrCopy(path: string, to: string, folder: string): Promise<void> {
  if (await hasLinked(path, to, new Set([...NO_LINK, 'EEXIST']))) return
  const made = join(folder, randomUUID())
  if (!(await hasLinked(path, made, NO_LINK))) await copyFlushed(path, made)
  await rename(made, to)
  // Where both are names of one file already, a rename does nothing.
  await rm(made, { force: true })
}

/** False for failures of these codes. */
async function hasLinked(path: string, to: string, codes: ReadonlySet<string>): Promise<boolean> {
  try {
    await link(path, to)
    return true
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure && codes.has(String(failure.code))) return false
    throw failure
  }
}

/** Copies a file and flushes the copy to the disk; leaves none when that fails. */
export async function copyFlushed(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE)
    await flushFile(to)
  } catch (failure) {
    await rm(to, { force: true })
    throw failure
  }
}

/** Flushes a file that is written to the disk. */
async function flushFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.datasync()
  } finally {
    await file.close()
  }
}

/** Writes a stream to a new file and flushes it to the disk: while some chunks are written, the next are received. */
export async function writeHashed(path: string, source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Hashed> {
  const hasher = createHash('sha256')
  let bytes = 0
  const file = await open(path, 'wx')
  const writer = chunkWriter(file)
  try {
    for await (const chunk of source) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) throw new BlobTooLargeError(`More than ${maxBytes} bytes`)
      hasher.update(chunk)
      await writer.write(chunk)
    }
    await writer.end()
  } finally {
    await file.close()
  }
  return { hash: brand<BlobHash>(hasher.digest('hex')), bytes }
}

/** Every write is a trip to another thread: what a socket hands out, 64 KB and less, is too little for one. */
const WRITE_BYTES = 256 * 1024
/** No more than this waits to be flushed: a large file is on the disk soon after its last byte has arrived. */
const FLUSH_BYTES = 32 * 1024 * 1024

/** Has a write and a flush under way while its caller goes on. What fails in them is thrown by a later call. */
function chunkWriter(file: FileHandle) {
  let waiting: Uint8Array[] = []
  const waitingBytes = { write: 0, flush: 0 }
  let writing = Promise.resolve()
  let flushing = Promise.resolve()

  async function startWrite(): Promise<void> {
    await writing
    writing = writeAll(file, waiting)
    writing.catch(() => undefined)
    waiting = []
    waitingBytes.write = 0
  }

  async function startFlush(): Promise<void> {
    await flushing
    flushing = file.datasync()
    flushing.catch(() => undefined)
    waitingBytes.flush = 0
  }

  return {
    async write(chunk: Uint8Array): Promise<void> {
      waiting.push(chunk)
      waitingBytes.write += chunk.byteLength
      waitingBytes.flush += chunk.byteLength
      if (waitingBytes.write >= WRITE_BYTES) await startWrite()
      if (waitingBytes.flush >= FLUSH_BYTES) await startFlush()
    },
    async end(): Promise<void> {
      if (waiting.length > 0) await startWrite()
      await Promise.all([writing, flushing])
      await file.datasync()
    },
  }
}

async function writeAll(file: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0)
  const { bytesWritten } = await file.writev(chunks)
  // A disk that is nearly full takes a part; the rest then meets the error.
  if (bytesWritten < bytes) await file.writeFile(Buffer.concat(chunks).subarray(bytesWritten))
}

/** Makes a rename durable. Windows has no such call; there NTFS journals the rename. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

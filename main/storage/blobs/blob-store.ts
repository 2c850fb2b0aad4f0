import { createHash, randomUUID } from 'node:crypto'
import { constants, rmSync } from 'node:fs'
import { access, type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { brand } from '#common/border'
import type { BlobHash } from '#common/ids'
import type { BlobStore, ReceivedBlob } from '#core/images/ports'
import { asDiskFull } from '../kit/disk-full.ts'
import { fileChecks } from './file-checks.ts'

/** More bytes arrived than were allowed; what had arrived is gone. */
export class BlobTooLargeError extends Error {
  override readonly name = 'BlobTooLargeError'
  readonly code = 'blob-too-large'
}

/** The folder of content-addressed files: `blobs/ab/abcdef…`. A name is there only when its bytes are whole and on disk. */
export async function openBlobStore(folder: string): Promise<BlobStore> {
  const incoming = join(folder, 'incoming')
  // What a killed process left half received belongs to nobody.
  await rm(incoming, { recursive: true, force: true })
  await mkdir(incoming, { recursive: true })
  const shelves = new Set<string>()
  const checks = fileChecks()
  /** What this process has stored and no sweep has seen named; the rows that name it may still be on their way. */
  const kept = new Set<string>()

  function pathOf(hash: BlobHash): string {
    return join(folder, hash.slice(0, 2), hash)
  }

  async function shelfFor(hash: BlobHash): Promise<string> {
    const shelf = join(folder, hash.slice(0, 2))
    if (!shelves.has(shelf)) {
      await mkdir(shelf, { recursive: true })
      await syncFolder(folder)
      shelves.add(shelf)
    }
    return shelf
  }

  async function keep(hash: BlobHash, from: string): Promise<void> {
    kept.add(hash)
    const shelf = await shelfFor(hash)
    await rename(from, pathOf(hash))
    await syncFolder(shelf)
  }

  /** Reads what is there in full: this is the moment in which the right bytes are at hand. */
  async function mend({ hash, bytes, path }: Pick<ReceivedBlob, 'hash' | 'bytes' | 'path'>): Promise<boolean> {
    const isSound = (await fileChecks().check(pathOf(hash), { hash, bytes })) === 'sound'
    await (isSound ? rm(path, { force: true }) : keep(hash, path))
    return !isSound
  }

  return {
    pathOf,
    check: (hash, bytes) => checks.check(pathOf(hash), { hash, bytes }),
    async has(hash) {
      return access(pathOf(hash), constants.R_OK).then(
        () => true,
        () => false,
      )
    },
    async receive(source, maxBytes): Promise<ReceivedBlob> {
      const path = join(incoming, randomUUID())
      try {
        const { hash, bytes } = await writeHashed(path, source, maxBytes)
        const discard = () => rm(path, { force: true })
        return { hash, bytes, path, keep: () => keep(hash, path), discard, mend: () => mend({ hash, bytes, path }) }
      } catch (failure) {
        await rm(path, { force: true })
        throw asDiskFull(failure)
      }
    },
    async sweep(referenced) {
      let removed = 0
      for (const shelf of await readdir(folder)) {
        if (!/^[0-9a-f]{2}$/.test(shelf)) continue
        for (const name of await readdir(join(folder, shelf))) {
          // Checked and removed in one turn: a blob that is kept meanwhile is in `kept` before its rename starts.
          if (referenced.has(name) || kept.has(name)) continue
          rmSync(join(folder, shelf, name), { force: true })
          removed += 1
        }
      }
      // Their rows have arrived: from now on the rows alone decide.
      for (const hash of kept) if (referenced.has(hash)) kept.delete(hash)
      return removed
    },
  }
}

/** Writes a stream to a new file and flushes it to the disk: while some chunks are written, the next are received. */
export async function writeHashed(path: string, source: AsyncIterable<Uint8Array>, maxBytes: number) {
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

import { hash as hashOf, randomUUID } from 'node:crypto'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { brand } from '#common/border'
import { BlobHash } from '#common/ids'
import type { BlobStore, ReceivedBlob, StoredBlob } from '#core/dataset/images/ports'
import { DiskFullError } from '#core/ports'
import { makeFolder } from '#disk/make-folder'
import { asDiskFull, type FullDisk } from '../kit/disk-full.ts'
import { placeOver } from '../kit/place-over.ts'
import { BlobTooLargeError, type Hashed, hashFile, linkOrCopy, syncFolder, writeHashed } from './durable-files.ts'
import { blobChecks, fileChecks, isReadable } from './file-checks.ts'
import { machineTime, type OrphanTime, openOrphans } from './orphans.ts'
import { type FileWriter, fileWriter } from './writing/file-writer.ts'

/** More bytes are hashed and written piece by piece: a copy of them for another thread is memory, and one hash of them time. */
const HANDED_OVER_BYTES = 1024 * 1024

type Fate = Pick<ReceivedBlob, 'path' | 'keep' | 'discard'>

interface BlobStoreOptions {
  readonly time?: OrphanTime
  readonly disk?: FullDisk
  readonly writer?: FileWriter
}

/** The folder of content-addressed files: `blobs/ab/abcdef…`. A name is there only when its bytes are whole and on disk. */
export async function openBlobStore(
  folder: string,
  { time = machineTime, disk, writer = fileWriter() }: BlobStoreOptions = {},
): Promise<BlobStore> {
  const incoming = await emptyFolder(join(folder, 'incoming'))
  const orphans = openOrphans(folder, time)
  const shelfFor = shelves(folder)
  /** Blobs that this process has stored and no sweep has seen named; the rows that name them may still be on their way. */
  const kept = new Set<string>()

  function pathOf(hash: BlobHash): string {
    return join(folder, hash.slice(0, 2), hash)
  }

  /** Gives bytes their lasting name: `place` puts them there. */
  async function keep(hash: BlobHash, place: (path: string) => Promise<void>): Promise<void> {
    kept.add(hash)
    try {
      const shelf = await shelfFor(hash)
      await placeOver(pathOf(hash), place)
      orphans.forget(hash)
      await syncFolder(shelf)
    } catch (failure) {
      throw toldOfFullDisk(failure)
    }
  }

  /** The same of a file that keeps its own name too. */
  async function keepLinked(hash: BlobHash, path: string): Promise<void> {
    kept.add(hash)
    try {
      await writer.write({ from: path, to: pathOf(hash) })
      orphans.forget(hash)
    } catch {
      await keep(hash, (to) => linkOrCopy(path, to, incoming))
    }
  }

  async function takeBack(named: ReadonlySet<string>): Promise<void> {
    for (const hash of orphans.hashes()) {
      if (!named.has(hash)) continue
      await shelfFor(hash)
      orphans.giveBack(hash, pathOf(hash))
    }
  }

  function received({ hash, bytes, content }: Hashed, fate: Fate): ReceivedBlob {
    return {
      hash,
      bytes,
      content,
      ...fate,
      /** Reads what is there in full: this is the moment in which the right bytes are at hand. */
      async mend() {
        const isSound = (await fileChecks().check(pathOf(hash), { hash, bytes })) === 'sound'
        await (isSound ? fate.discard() : fate.keep())
        return !isSound
      },
    }
  }

  async function receive(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<ReceivedBlob> {
    const path = join(incoming, randomUUID())
    disk?.checkRoom()
    try {
      const hashed = await writeHashed(path, source, maxBytes)
      const discard = () => rm(path, { force: true })
      return received(hashed, { path, keep: () => keep(hashed.hash, (to) => rename(path, to)), discard })
    } catch (failure) {
      await rm(path, { force: true })
      throw toldOfFullDisk(failure)
    }
  }

  async function store(bytes: Uint8Array): Promise<StoredBlob> {
    if (bytes.byteLength > HANDED_OVER_BYTES) {
      const received = await receive(once(bytes), bytes.byteLength)
      await received.keep()
      return received
    }
    disk?.checkRoom()
    const hash = brand<BlobHash>(hashOf('sha256', bytes))
    kept.add(hash)
    try {
      await writer.write({ bytes, made: join(incoming, randomUUID()), to: pathOf(hash) })
      orphans.forget(hash)
      return { hash, bytes: bytes.byteLength }
    } catch (failure) {
      throw toldOfFullDisk(failure)
    }
  }

  function toldOfFullDisk(failure: unknown): unknown {
    const told = asDiskFull(failure)
    if (told instanceof DiskFullError) disk?.release()
    return told
  }

  return {
    pathOf,
    receive,
    store,
    ...blobChecks(pathOf),
    has: (hash) => isReadable(pathOf(hash)),
    async adopt(path, maxBytes) {
      disk?.checkRoom()
      const hashed = await hashFile(path, maxBytes).catch((failure: unknown) => {
        if (failure instanceof BlobTooLargeError) throw failure
      })
      if (hashed === undefined) return undefined
      return received(hashed, { path, keep: () => keepLinked(hashed.hash, path), discard: async () => undefined })
    },
    async takeBack(named) {
      if (orphans.hashes().length > 0) await takeBack(await named())
    },
    async sweep(referenced, isSound, signal) {
      await takeBack(referenced)
      let moved = 0
      for (const shelf of await readdir(folder)) {
        if (!/^[0-9a-f]{2}$/.test(shelf)) continue
        const unnamed = (await hashesIn(join(folder, shelf))).filter((hash) => !referenced.has(hash))
        if (unnamed.length > 0 && !(await isSound())) return moved
        // Checked and moved in one turn: a blob that is kept meanwhile is in `kept` before its rename starts.
        const free = unnamed.filter((hash) => !kept.has(hash))
        for (const hash of free) orphans.take(hash, pathOf(hash))
        moved += free.length
      }
      // Their rows have arrived: from now on the rows alone decide.
      for (const hash of kept) if (referenced.has(hash)) kept.delete(hash)
      if (orphans.isDue() && (await isSound())) await orphans.purge(signal)
      return moved
    },
  }
}

/** Answers the folder of a blob, which is there then. */
function shelves(folder: string): (hash: BlobHash) => Promise<string> {
  const made = new Set<string>()
  return async (hash) => {
    const shelf = join(folder, hash.slice(0, 2))
    if (made.has(shelf)) return shelf
    await makeFolder(shelf)
    await syncFolder(folder)
    made.add(shelf)
    return shelf
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function hashesIn(shelf: string): Promise<readonly BlobHash[]> {
  return (await readdir(shelf)).filter((name) => BlobHash.safeParse(name).success).map((name) => brand<BlobHash>(name))
}

/** Empties a folder of files that a killed process left half received, which belong to nobody. */
async function emptyFolder(path: string): Promise<string> {
  await rm(path, { recursive: true, force: true })
  await makeFolder(path)
  return path
}

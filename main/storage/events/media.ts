import { createHash, randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brand } from '#common/border'
import { BlobHash } from '#common/ids'
import type { EventMedia, KeptBytes, NamedAmong } from '#core/events/ports'
import { makeFolder } from '#disk/make-folder'
import { syncFolder, writeHashed } from '../blobs/durable-files.ts'
import { fileChecks } from '../blobs/file-checks.ts'
import { machineTime, type OrphanTime, openOrphans } from '../blobs/orphans.ts'
import { asDiskFull } from '../kit/disk-full.ts'
import { placeOver } from '../kit/place-over.ts'

/** The folder of the events' files: `media/ab/abcdef…`. A name exists only when its bytes are complete and on disk. */
export async function openEventMedia(folder: string, time: OrphanTime = machineTime): Promise<EventMedia> {
  const incoming = join(folder, 'incoming')
  // Deletes files that a killed process left half received.
  await rm(incoming, { recursive: true, force: true })
  await makeFolder(incoming)
  const orphans = openOrphans(folder, time)
  const shelves = new Map<string, Promise<string>>()
  const holds = heldHashes()
  const checks = fileChecks()

  const pathOf = (hash: BlobHash) => join(folder, hash.slice(0, 2), hash)

  function shelfOf(hash: BlobHash): Promise<string> {
    const name = hash.slice(0, 2)
    const known = shelves.get(name)
    if (known) return known
    const made = makeShelf(join(folder, name))
    made.catch(() => shelves.delete(name))
    shelves.set(name, made)
    return made
  }

  async function makeShelf(shelf: string): Promise<string> {
    await makeFolder(shelf)
    await syncFolder(folder)
    return shelf
  }

  async function settle(hash: BlobHash, path: string): Promise<void> {
    const shelf = await shelfOf(hash)
    await placeOver(pathOf(hash), (to) => rename(path, to))
    orphans.forget(hash)
    await syncFolder(shelf)
  }

  async function leaveNothing(path: string): Promise<void> {
    await rm(path, { force: true }).catch(() => undefined)
    // A folder may have been deleted; the next file creates it again.
    shelves.clear()
    await makeFolder(incoming).catch(() => undefined)
  }

  /** Deletes files that no row refers to and nobody uses. */
  async function letGo(hashes: readonly BlobHash[], namedAmong: NamedAmong, end: (hash: BlobHash) => void) {
    const watch = holds.watch()
    try {
      const named = new Set(await namedAmong(hashes))
      // Checked and ended in one turn, so that nobody can hold a file in between.
      const free = hashes.filter((hash) => !named.has(hash) && !watch.wasHeld(hash))
      for (const hash of free) end(hash)
      return free.length
    } finally {
      watch.end()
    }
  }

  return {
    pathOf,
    check: (hash) => checks.check(pathOf(hash), { hash }),
    async keep(bytes) {
      const hash = await hashOf(bytes)
      return holds.during(hash, bytes.byteLength, async () => {
        const path = join(incoming, randomUUID())
        try {
          await shelfOf(hash)
          await writeDurably(path, bytes, pathOf(hash))
          orphans.forget(hash)
        } catch (failure) {
          await leaveNothing(path)
          throw asDiskFull(failure)
        }
      })
    },
    async receive(source, maxBytes) {
      const path = join(incoming, randomUUID())
      try {
        const { hash, bytes } = await writeHashed(path, source, maxBytes)
        return await holds.during(hash, bytes, () => settle(hash, path))
      } catch (failure) {
        await leaveNothing(path)
        throw asDiskFull(failure)
      }
    },
    remove: (hashes, namedAmong) => letGo(hashes, namedAmong, (hash) => removeFile(pathOf(hash))),
    async orphan(hashes, namedAmong) {
      await letGo(hashes, namedAmong, (hash) => orphans.take(hash, pathOf(hash)))
    },
    async takeBack(hashes) {
      const here = hashes.filter((hash) => orphans.has(hash))
      for (const hash of here) {
        await shelfOf(hash)
        orphans.giveBack(hash, pathOf(hash))
      }
      return hashes.filter((hash) => !fs.existsSync(pathOf(hash)))
    },
    hasDueOrphans: orphans.isDue,
    purgeOrphans: orphans.purge,
    async whileGone(hashes, forget) {
      await holds.without(
        hashes.filter((hash) => !fs.existsSync(pathOf(hash))),
        forget,
      )
    },
    async shelves() {
      return (await readdir(folder)).filter((name) => /^[0-9a-f]{2}$/.test(name))
    },
    async on(shelf) {
      const names = await readdir(join(folder, shelf)).catch(noneWhereMissing)
      return names.filter((name) => BlobHash.safeParse(name).success).map((name) => brand<BlobHash>(name))
    },
  }
}

/** Deletes a file, but no folder. */
function removeFile(path: string): void {
  if (fs.lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) fs.rmSync(path, { force: true })
}

/** Large files are hashed in parts, between which other work can run. */
const HASHED_AT_ONCE = 4 * 1024 * 1024

async function hashOf(bytes: Uint8Array): Promise<BlobHash> {
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.byteLength; at += HASHED_AT_ONCE) {
    if (at > 0) await turn()
    hash.update(bytes.subarray(at, at + HASHED_AT_ONCE))
  }
  return brand<BlobHash>(hash.digest('hex'))
}

function noneWhereMissing(failure: unknown): readonly string[] {
  if (failure instanceof Error && 'code' in failure && failure.code === 'ENOENT') return []
  throw failure
}

const openFile = promisify(fs.open)
const writeBytes = promisify(fs.write)
const flushFile = promisify(fs.fsync)
const closeFile = promisify(fs.close)
const renameFile = promisify(fs.rename)

/**
 * Writes a new file and renames it, then flushes both at once: flushing the file also flushes its rename, which is
 * younger (journals are written in order). Two flushes would take twice as long. After a power loss the name may have
 * fewer bytes, but then no row refers to it, and the same bytes are written again when they arrive.
 */
async function writeDurably(path: string, bytes: Uint8Array, lasting: string): Promise<void> {
  const file = await openFile(path, 'wx')
  try {
    for (let at = 0; at < bytes.byteLength; ) at += (await writeBytes(file, bytes, at)).bytesWritten
    await placeOver(lasting, (to) => renameFile(path, to))
    await flushFile(file)
  } finally {
    await closeFile(file)
  }
}

/**
 * Tracks who needs which file before a row refers to it. A removal asks the database which files are still referenced.
 * Until it answers, one of them may be held again and even be referenced, so files held meanwhile are recorded too.
 */
function heldHashes() {
  const held = new Map<BlobHash, number>()
  const watches = new Set<Set<BlobHash>>()
  const forgotten = new Map<BlobHash, Promise<void>>()

  function hold(hash: BlobHash): void {
    held.set(hash, (held.get(hash) ?? 0) + 1)
    for (const seen of watches) seen.add(hash)
  }

  function letGo(hash: BlobHash): void {
    const left = (held.get(hash) ?? 1) - 1
    if (left === 0) held.delete(hash)
    else held.set(hash, left)
  }

  return {
    async during(hash: BlobHash, bytes: number, work: () => Promise<void>): Promise<KeptBytes> {
      hold(hash)
      try {
        await forgotten.get(hash)
        await work()
      } catch (failure) {
        letGo(hash)
        throw failure
      }
      return { hash, bytes, release: () => letGo(hash) }
    },
    /** Runs work on those of the hashes that nobody holds. A new holder of one waits until it ends. */
    async without(hashes: readonly BlobHash[], work: (hashes: readonly BlobHash[]) => Promise<void>): Promise<void> {
      const free = hashes.filter((hash) => !held.has(hash))
      if (free.length === 0) return
      const { promise: ended, resolve: end } = Promise.withResolvers<void>()
      for (const hash of free) forgotten.set(hash, ended)
      try {
        await work(free)
      } finally {
        for (const hash of free) forgotten.delete(hash)
        end()
      }
    },
    watch() {
      const seen = new Set(held.keys())
      watches.add(seen)
      return { wasHeld: (hash: BlobHash) => seen.has(hash), end: () => void watches.delete(seen) }
    },
  }
}

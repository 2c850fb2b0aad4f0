import { readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { brand } from '#common/border'
import { BlobHash } from '#common/ids'
import { makeFolderSync } from '#disk/make-folder'

/** The folder, inside the one of the files, for those that no row names. Both are on one disk, so that a move is a rename. */
export const ORPHANS = 'orphans'

/** How long they stay. */
export const ORPHAN_DAYS = 30

const DAY_MS = 24 * 3600_000

/** Files deleted in one turn of the loop: some milliseconds, so that others are served in between. */
const AT_ONCE = 50

/** The library's own notion of time: a clock that was set wrong makes nothing old. */
export interface OrphanTime {
  now(): Date
  /** A moment: files put away before it are older than so many milliseconds. */
  before(ageMs: number): Date
}

/** The time of a machine whose clock is right. */
export const machineTime: OrphanTime = {
  now: () => new Date(),
  before: (ageMs) => new Date(Date.now() - ageMs),
}

export interface Orphans {
  has(hash: BlobHash): boolean
  hashes(): readonly BlobHash[]
  /** Moves a file here; in one turn. */
  take(hash: BlobHash, from: string): void
  /** Moves it back; false when it is not here. */
  giveBack(hash: BlobHash, to: string): boolean
  /** The same bytes came in again. */
  forget(hash: BlobHash): void
  /** Whether anything has lain here for long enough. */
  isDue(): boolean
  /** Deletes it, some files at a time; goes on with the rest another time where it is stopped. */
  purge(signal?: AbortSignal): Promise<void>
}

interface Kept {
  readonly name: string
  readonly at: number
}

/** Opens a trash of files that no row names: `<milliseconds since 1970>-<hash>`. */
export function openOrphans(files: string, time: OrphanTime): Orphans {
  const folder = join(files, ORPHANS)
  const kept = new Map(namesIn(folder).flatMap(keptOf))

  function letGo(hash: BlobHash): string | undefined {
    const found = kept.get(hash)
    kept.delete(hash)
    return found && join(folder, found.name)
  }

  function remove(hash: BlobHash): void {
    const path = letGo(hash)
    if (path !== undefined) rmSync(path, { force: true })
  }

  /** Whose turn it is to go. One that is put away again meanwhile is younger. */
  function due(): readonly [BlobHash, Kept][] {
    if (kept.size === 0) return []
    const until = time.before(ORPHAN_DAYS * DAY_MS).getTime()
    return [...kept].filter(([, { at }]) => at < until)
  }

  return {
    has: (hash) => kept.has(hash),
    hashes: () => [...kept.keys()],
    take(hash, from) {
      const at = time.now().getTime()
      const name = `${at}-${hash}`
      makeFolderSync(folder)
      renameSync(from, join(folder, name))
      remove(hash)
      kept.set(hash, { name, at })
    },
    giveBack(hash, to) {
      const path = letGo(hash)
      if (path === undefined) return false
      renameSync(path, to)
      return true
    },
    forget: remove,
    isDue: () => due().length > 0,
    async purge(signal) {
      const old = due()
      for (let at = 0; at < old.length && signal?.aborted !== true; at += AT_ONCE) {
        for (const [hash, found] of old.slice(at, at + AT_ONCE)) if (kept.get(hash) === found) remove(hash)
        await setImmediate()
      }
    },
  }
}

function keptOf(name: string): [BlobHash, Kept][] {
  const [at = '', hash] = name.split('-')
  return /^\d+$/.test(at) && BlobHash.safeParse(hash).success && hash !== undefined
    ? [[brand<BlobHash>(hash), { name, at: Number(at) }]]
    : []
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure && failure.code === 'ENOENT') return []
    throw failure
  }
}

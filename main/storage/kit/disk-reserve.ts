import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, statfsSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DiskFullError } from '#core/ports'
import { asDiskFull, type FullDisk } from './disk-full.ts'

/** Enough for the database to note how work ended, and for some thousand undos and deletions. */
export const RESERVE_BYTES = 8 * 1024 * 1024
const LOOK_MS = 5000

export interface DiskReserve extends FullDisk {
  /** Gives the room up when the disk is full. Does nothing where there is no folder. */
  releaseIfFull(): void
  /** Gives the room up when the disk is full, and takes it again when there is plenty. */
  look(): Promise<void>
  /** Looks now, and again and again; answers how to end that. */
  watch(): () => void
}

interface Options {
  readonly bytes?: number
  readonly freeBytes?: (folder: string) => number
}

/**
 * A file that reserves disk space. It is deleted when the disk is full, so that running work can finish and users can undo and delete; new
 * files are refused until there is room for it again, or they would take what it left.
 */
export function diskReserve(
  folder: string,
  { bytes = RESERVE_BYTES, freeBytes = freeBytesOf }: Options = {},
): DiskReserve {
  const path = join(folder, 'reserve.bin')
  let isSpent = false

  function release() {
    if (!isThere()) return
    isSpent = true
    rmSync(path, { force: true })
  }

  function isThere(): boolean {
    return existsSync(path)
  }

  async function take() {
    try {
      // Some file systems keep zeros without taking room for them.
      await writeFile(`${path}.new`, randomBytes(bytes), { mode: 0o600 })
      await rename(`${path}.new`, path)
      isSpent = false
    } catch (failure) {
      if (asDiskFull(failure) instanceof DiskFullError) isSpent = true
      await rm(`${path}.new`, { force: true })
    }
  }

  function releaseIfFull() {
    if (isThere() && freeBytes(folder) < bytes / 2) release()
  }

  async function look() {
    if (isThere()) releaseIfFull()
    else if (freeBytes(folder) >= 2 * bytes) await take()
    // It was given up before the last stop, or the disk never had room for it.
    else isSpent = true
  }

  return {
    release,
    releaseIfFull,
    look,
    checkRoom() {
      if (isSpent) throw new DiskFullError(new Error('The reserve is spent'))
    },
    watch() {
      let looking = look().catch(() => undefined)
      const timer = setInterval(() => {
        looking = looking.then(look).catch(() => undefined)
      }, LOOK_MS)
      timer.unref()
      return () => clearInterval(timer)
    },
  }
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

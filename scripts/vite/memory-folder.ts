import { mkdtempSync, rmSync, statfsSync } from 'node:fs'

const SHARED_MEMORY = '/dev/shm'
/** What a few tests side by side write, with room to spare. */
const ENOUGH_BYTES = 4 * 1024 ** 3

/** A folder in memory that goes when this process ends; undefined where the machine has no such memory, or too little of it. */
export function memoryFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    if (bavail * bsize < ENOUGH_BYTES) return undefined
    const folder = mkdtempSync(`${SHARED_MEMORY}/tessera-tests-`)
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    return folder
  } catch {
    return undefined
  }
}

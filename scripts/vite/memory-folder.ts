import { mkdtempSync, rmSync, statfsSync } from 'node:fs'

const SHARED_MEMORY = '/dev/shm'
/** Room for the files of a few tests side by side, and to spare. */
const ENOUGH_BYTES = 4 * 1024 ** 3
/** Where the folder is noted: Vitest reads its configuration many times in one run. */
const NOTED = 'TESSERA_TESTS_MEMORY'

/** A folder in memory that goes when this process ends; undefined where the machine has no such memory, or too little of it. */
export function memoryFolder(): string | undefined {
  if (process.env[NOTED] !== undefined) return process.env[NOTED]
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    if (bavail * bsize < ENOUGH_BYTES) return undefined
    const folder = mkdtempSync(`${SHARED_MEMORY}/tessera-tests-`)
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    process.env[NOTED] = folder
    return folder
  } catch {
    return undefined
  }
}

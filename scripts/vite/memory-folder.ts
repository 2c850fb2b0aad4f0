import { mkdtempSync, rmSync, statfsSync } from 'node:fs'

const SHARED_MEMORY = '/dev/shm'
/** More than enough for the files of a few parallel tests. */
const ENOUGH_BYTES = 4 * 1024 ** 3
/** Environment variable with the folder, because Vitest reads its configuration many times in one run. */
const NOTED = 'TESSERA_TESTS_MEMORY'

/**
 * Returns a folder in memory that is removed when this process ends; undefined where memory is unavailable or too
 * small.
 */
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

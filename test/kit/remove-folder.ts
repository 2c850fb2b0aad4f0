import { rm } from 'node:fs/promises'

/** For good, with all in it. Processes that worked for a killed program may write on for a moment, so it is tried again. */
export function removeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 5 })
}

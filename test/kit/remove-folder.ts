import { rm } from 'node:fs/promises'

/** Deletes a folder with its contents. Processes of a killed program may write for a moment longer, so it retries. */
export function removeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 5 })
}

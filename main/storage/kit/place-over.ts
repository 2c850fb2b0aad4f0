import { randomUUID } from 'node:crypto'
import { lstatSync, renameSync } from 'node:fs'
import { lstat, rename } from 'node:fs/promises'

/** Puts a file in place. A folder at that path is moved aside: a rename cannot replace it. */
export async function placeOver(path: string, place: (path: string) => Promise<void>): Promise<void> {
  try {
    await place(path)
  } catch (failure) {
    const found = await lstat(path).catch(() => undefined)
    if (!found?.isDirectory()) throw failure
    await rename(path, `${path}.${randomUUID()}.folder`)
    await place(path)
  }
}

/** The same for a thread that waits for each call of the system. */
export function placeOverSync(path: string, place: (path: string) => void): void {
  try {
    place(path)
  } catch (failure) {
    if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) throw failure
    renameSync(path, `${path}.${randomUUID()}.folder`)
    place(path)
  }
}

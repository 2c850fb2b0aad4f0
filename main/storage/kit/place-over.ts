import { randomUUID } from 'node:crypto'
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

import { readFileSync, statSync } from 'node:fs'

/** Settings of the desktop are a few lines. */
const MOST_BYTES = 64 * 1024

/** The text of a file of settings; undefined where there is none. Throws for what cannot be one: a folder, a pipe, or far too many bytes. */
export function readSmall(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  if (!found.isFile() || found.size > MOST_BYTES) throw new Error(`${path} is not a file of settings`)
  return readFileSync(path, 'utf8')
}

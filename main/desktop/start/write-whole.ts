import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes a small file of settings so that it is whole after any crash: old or new, never a part. */
export function writeWhole(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  const fresh = `${path}.new`
  writeFileSync(fresh, text, { flush: true })
  renameSync(fresh, path)
}

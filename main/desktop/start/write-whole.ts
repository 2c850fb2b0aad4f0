import { renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolderSync } from '#disk/make-folder'

/** Writes a small file of settings so that it is whole after any crash: old or new, never a part. */
export function writeWhole(path: string, text: string): void {
  makeFolderSync(dirname(path))
  const fresh = `${path}.new`
  writeFileSync(fresh, text, { flush: true })
  renameSync(fresh, path)
}

import { mkdirSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder where there is none, and those above it, one at a time: on a disk that is read-only, Node's recursive way would only say
 * that a folder is missing, and in a file system that takes no folders (`/proc`) it would try for ever.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path)
  } catch (failure) {
    if (!isParentMissing(path, failure)) return
    await makeFolder(dirname(path))
    await mkdir(path).catch((later: unknown) => refuseUnlessThere(path, later))
  }
}

/** The same at once. */
export function makeFolderSync(path: string, mode = 0o777): void {
  try {
    mkdirSync(path, mode)
  } catch (failure) {
    if (!isParentMissing(path, failure)) return
    makeFolderSync(dirname(path), mode)
    makeOne(path, mode)
  }
}

function makeOne(path: string, mode: number): void {
  try {
    mkdirSync(path, mode)
  } catch (failure) {
    refuseUnlessThere(path, failure)
  }
}

/** Throws what is no reason to try again; false where the folder is there. */
function isParentMissing(path: string, failure: unknown): boolean {
  const code = failure instanceof Error && 'code' in failure ? failure.code : undefined
  if (code === 'ENOENT' && dirname(path) !== path) return true
  refuseUnlessThere(path, failure)
  return false
}

/** A file in its place, or a link that leads nowhere, is no folder. */
function refuseUnlessThere(path: string, failure: unknown): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw failure
}

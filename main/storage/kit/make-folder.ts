import { mkdirSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder where there is none, and those above it, one at a time: on a read-only disk, Node's recursive mkdir reports only
 * ENOENT, and in a file system that takes no folders (`/proc`) it would try forever.
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

/** Throws failures that creating the parent cannot fix; false if the folder exists. */
function isParentMissing(path: string, failure: unknown): boolean {
  const code = failure instanceof Error && 'code' in failure ? failure.code : undefined
  if (code === 'ENOENT' && dirname(path) !== path) return true
  refuseUnlessThere(path, failure)
  return false
}

/** A file at the path, or a link to nowhere, is not a folder. */
function refuseUnlessThere(path: string, failure: unknown): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw failure
}

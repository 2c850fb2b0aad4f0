import { mkdirSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder and its parents one at a time. Node's recursive mkdir reports only ENOENT on a read-only disk, and
 * loops forever in a file system without folders (`/proc`).
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

/** Does the same synchronously. */
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

/**
 * Returns whether the parent is missing; false if the folder exists. Throws failures that creating the parent cannot
 * fix.
 */
function isParentMissing(path: string, failure: unknown): boolean {
  const code = failure instanceof Error && 'code' in failure ? failure.code : undefined
  if (code === 'ENOENT' && dirname(path) !== path) return true
  refuseUnlessThere(path, failure)
  return false
}

/** A file or a dangling link at the path is not a folder. */
function refuseUnlessThere(path: string, failure: unknown): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw failure
}

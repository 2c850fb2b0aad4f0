import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { MAX_IMAGE_BYTES } from '#core/dataset/images/rules'

/** A stored file that is missing, or whose bytes are not those that were stored. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError'
  readonly code = 'file-damaged'
}

/**
 * Checks that a path is a regular file before it is read, because pipes and devices have no end. Throws a
 * `DamagedFileError`.
 */
export async function checkImageFile(path: string): Promise<void> {
  regularFile(await stat(path))
}

/** Returns the stats if they are of a regular file; throws a `DamagedFileError` otherwise. */
export function regularFile(found: Stats): Stats {
  if (!found.isFile() || found.size > MAX_IMAGE_BYTES) throw new DamagedFileError('damaged')
  return found
}

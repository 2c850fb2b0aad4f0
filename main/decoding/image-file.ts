import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { MAX_IMAGE_BYTES } from '#core/dataset/images/rules'

/** A stored file is gone, or its bytes are not those that were stored. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError'
  readonly code = 'file-damaged'
}

/** Looks before anybody reads: a pipe has no end, nor has a device. Throws a `DamagedFileError`. */
export async function checkImageFile(path: string): Promise<void> {
  regularFile(await stat(path))
}

/** The same of what was found there. */
export function regularFile(found: Stats): Stats {
  if (!found.isFile() || found.size > MAX_IMAGE_BYTES) throw new DamagedFileError('damaged')
  return found
}

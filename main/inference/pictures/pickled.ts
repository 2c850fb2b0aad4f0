import type { Pixels } from '#transforms/raster'
import { PictureError } from './picture-error.ts'

export function readPickledPixels(_bytes: Uint8Array): Pixels {
  throw new PictureError('it is no pickled array')
}

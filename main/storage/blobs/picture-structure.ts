import { AVIF } from './structure/avif.ts'
import { GIF } from './structure/gif.ts'
import { JPEG } from './structure/jpeg.ts'
import { PNG } from './structure/png.ts'
import { TIFF } from './structure/tiff.ts'
import { WEBP } from './structure/webp.ts'

/**
 * Whether the bytes of a picture are whole, told from how their format is built, without decoding a pixel: a store that takes pictures all
 * day can do this for each of them. Damage inside the compressed data is not seen.
 */
export type Structure =
  | { readonly kind: 'whole'; readonly contentType: string }
  | { readonly kind: 'cut'; readonly contentType: string }
  /** Not one of the formats that are known here. */
  | { readonly kind: 'unknown' }

const FORMATS = [JPEG, PNG, WEBP, GIF, AVIF, TIFF]

const SHORTEST = 20

export function pictureStructure(bytes: Buffer): Structure {
  if (bytes.length < SHORTEST) return { kind: 'unknown' }
  const format = FORMATS.find((each) => each.begins(bytes))
  if (format === undefined) return { kind: 'unknown' }
  return { kind: isInside(() => format.isWhole(bytes)) ? 'whole' : 'cut', contentType: format.contentType }
}

/** What leads behind the last byte is not there. */
function isInside(isWhole: () => boolean): boolean {
  try {
    return isWhole()
  } catch (failure) {
    if (failure instanceof RangeError) return false
    throw failure
  }
}

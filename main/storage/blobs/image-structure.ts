import { AVIF } from './structure/avif.ts'
import { BMP } from './structure/bmp.ts'
import { GIF } from './structure/gif.ts'
import { JPEG } from './structure/jpeg.ts'
import { PNG } from './structure/png.ts'
import { TIFF } from './structure/tiff.ts'
import { WEBP } from './structure/webp.ts'

/**
 * Whether the bytes of an image are whole, told from how their format is built, without decoding a pixel: a store that takes images all
 * day can do this for each of them. Damage inside the compressed data is not seen.
 */
export type Structure =
  /** `pixels` are those that it says it has; 0 where its format allows no more than can be shown. */
  | { readonly kind: 'whole'; readonly contentType: string; readonly pixels: number }
  | { readonly kind: 'cut'; readonly contentType: string }
  /** Not one of the formats that are known here. */
  | { readonly kind: 'unknown' }

const FORMATS = [JPEG, PNG, WEBP, GIF, AVIF, TIFF, BMP]

const SHORTEST = 20

export function imageStructure(bytes: Buffer): Structure {
  if (bytes.length < SHORTEST) return { kind: 'unknown' }
  const format = FORMATS.find((each) => each.begins(bytes))
  if (format === undefined) return { kind: 'unknown' }
  const { contentType } = format
  const pixels = inside(() => (format.isWhole(bytes) ? (format.pixels?.(bytes) ?? 0) : undefined))
  return pixels === undefined ? { kind: 'cut', contentType } : { kind: 'whole', contentType, pixels }
}

/** The result of a read, or undefined where it leads behind the last byte. */
function inside(read: () => number | undefined): number | undefined {
  try {
    return read()
  } catch (failure) {
    if (failure instanceof RangeError) return undefined
    throw failure
  }
}

import { type Affine, scaling } from '#common/geometry/affine'
import type { Size } from '#common/geometry/space'
import type { PictureSource } from '#core/inference/operations'
import type { Pixels } from '#transforms/raster'
import { readPicture } from '../../pictures/picture.ts'

/** A picture that is to be read, upright. */
export interface Page {
  /** Of the picture as it is displayed. */
  readonly size: Size
  /** The displayed picture, made smaller where it is larger than was asked for. */
  readonly pixels: Pixels
  /** From the page's pixels to those of the displayed picture. */
  readonly toPicture: Affine
}

/** Decodes a picture; one with a longer side than `longestSide` is made smaller while it is decoded. */
export async function readPage(source: PictureSource, longestSide: number, signal: AbortSignal): Promise<Page> {
  const picture = await readPicture(source, { signal })
  const { size } = picture
  const scale = longestSide / Math.max(size.width, size.height)
  if (scale >= 1) return { size, pixels: await picture.pixels(), toPicture: scaling(1, 1) }
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  const frame = { width: side(size.width), height: side(size.height), resize: 'stretch' as const, padding: 0 }
  return { size, ...(await picture.framed(frame)) }
}

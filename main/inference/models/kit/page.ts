import { type Affine, scaling } from '#common/geometry/affine'
import type { Size } from '#common/geometry/space'
import type { ImageSource } from '#core/models/inference/operations'
import type { Pixels } from '#transforms/raster'
import { readImage } from '../../images/image.ts'

/** An image that is to be read, upright. */
export interface Page {
  /** Of the image as it is displayed. */
  readonly size: Size
  /** The displayed image, made smaller where it is larger than was asked for. */
  readonly pixels: Pixels
  /** From the page's pixels to those of the displayed image. */
  readonly toImage: Affine
}

/** Decodes an image; one with a longer side than `longestSide` is made smaller while it is decoded. */
export async function readPage(source: ImageSource, longestSide: number, signal: AbortSignal): Promise<Page> {
  const image = await readImage(source, { signal })
  const { size } = image
  const scale = longestSide / Math.max(size.width, size.height)
  if (scale >= 1) return { size, pixels: await image.pixels(), toImage: scaling(1, 1) }
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  const frame = { width: side(size.width), height: side(size.height), resize: 'stretch' as const, padding: 0 }
  return { size, ...(await image.framed(frame)) }
}

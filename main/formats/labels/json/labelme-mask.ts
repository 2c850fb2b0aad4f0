import { type Refusal, refuse } from '#common/errors'
import { maskOfBitmap } from '#common/geometry/mask-forms'
import type { Size } from '#common/geometry/space'
import type { Message } from '#common/messages/template'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { type PngPixels, readPngAtOnce } from '../../kit/png/reader.ts'
import { type Labelled, type Point, pixelsOf } from '../kit/geometry.ts'

interface PlacedMask extends Labelled {
  /** Base64 of a PNG. */
  readonly mask: string
  /** The first is where the left upper pixel of the mask lies. */
  readonly points: readonly Point[]
}

/** The mask of a shape of an image of this size, in which it must lie. */
export function readLabelMeMask(shape: PlacedMask, frame: Size): Result<ReadAnnotation, Refusal> {
  return pixelsOfLabelMe(shape, readPngAtOnce(Buffer.from(shape.mask, 'base64'), frame), frame)
}

/** The pixels of a mask; those above 0 belong to the object. Without a frame it may lie anywhere. */
export function pixelsOfLabelMe(
  { className, place, points }: Omit<PlacedMask, 'mask'>,
  png: Result<PngPixels, Message>,
  frame?: Size,
): Result<ReadAnnotation, Refusal> {
  if (!png.ok) return refuse('mask-png-damaged', { place, error: png.error })
  const { width, height, values, isColoured } = png.value
  const [corner] = points
  if (isColoured) return refuse('mask-has-colours', { place })
  if (corner === undefined) return refuse('mask-without-place', { place })
  const [left, top] = [Math.round(corner.x), Math.round(corner.y)]
  const around = { width: left + width, height: top + height }
  if (!isInside({ left, top }, around, frame ?? ANY)) return refuse('mask-outside-image', { place })
  const data = Uint8Array.from(values, (value) => Math.min(1, value))
  return pixelsOf({ className, place }, maskOfBitmap({ width, height, data }, { left, top }, frame ?? around))
}

/** No image is as large, and its pixels can be counted. */
const ANY: Size = { width: 1e7, height: 1e7 }

function isInside(place: { readonly left: number; readonly top: number }, end: Size, frame: Size): boolean {
  return place.left >= 0 && place.top >= 0 && end.width <= frame.width && end.height <= frame.height
}

import { z } from 'zod'
import type { Refusal } from '#common/errors'
import { maskOfBitmap } from '#common/geometry/mask-forms'
import type { Size } from '#common/geometry/space'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotations/read-annotation'
import { readPngAtOnce } from '../../kit/png/reader.ts'
import { pixelsOf } from '../kit/geometry.ts'
import { unreadable } from '../kit/reading.ts'

/** A mask as LabelMe writes it: a PNG in the text, and the pixels of its corners. */
export const LabelMeMask = z.object({ shape_type: z.literal('mask'), mask: z.string() })

interface MaskShape extends z.infer<typeof LabelMeMask> {
  readonly label: string
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

/** The object of a mask. The first point is where its left upper pixel lies; pixels above 0 belong to the object. */
export function readLabelMeMask(
  { label: className, points, mask }: MaskShape,
  place: string,
  frame: Size,
): Result<ReadAnnotation, Refusal> {
  const png = readPngAtOnce(Buffer.from(mask, 'base64'), frame)
  if (!png.ok) return unreadable(`the mask of ${place} is damaged: the PNG ${png.error}`)
  const { width, height, values, isColoured } = png.value
  const [corner] = points
  if (isColoured) return unreadable(`the mask of ${place} has colours`)
  if (corner === undefined) return unreadable(`the mask of ${place} has no place in the picture`)
  const data = Uint8Array.from(values, (value) => Math.min(1, value))
  const [left, top] = [Math.round(corner.x), Math.round(corner.y)]
  const isInside = left >= 0 && top >= 0 && left + width <= frame.width && top + height <= frame.height
  if (!isInside) return unreadable(`the mask of ${place} does not lie in the image`)
  return pixelsOf({ className, place }, maskOfBitmap({ width, height, data }, { left, top }, frame))
}

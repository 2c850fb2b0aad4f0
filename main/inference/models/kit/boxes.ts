import { mapBox } from '#common/geometry/affine'
import { type Box, clipBox } from '#common/geometry/box'
import type { Seen } from './predictor.ts'

/**
 * A box of the frame in pixels of the image: mapped back, clipped to the image, its corners rounded to whole pixels as clients of
 * the inference server expect them. Undefined when nothing of it is left.
 */
export function boxInImage(box: Box, { toImage, size }: Pick<Seen, 'toImage' | 'size'>): Box | undefined {
  const clipped = clipBox(mapBox(toImage, box), size)
  if (clipped === undefined) return undefined
  const { x0, y0, x1, y1 } = clipped
  const rounded = { x0: Math.round(x0), y0: Math.round(y0), x1: Math.round(x1), y1: Math.round(y1) }
  return rounded.x1 > rounded.x0 && rounded.y1 > rounded.y0 ? rounded : undefined
}

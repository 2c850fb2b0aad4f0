import { type Affine, mapBox, mapRing } from '../geometry/affine.ts'
import { clipBox } from '../geometry/box.ts'
import { clipRings } from '../geometry/clip.ts'
import type { Size } from '../geometry/space.ts'
import { type Shape, shapeArea, shapeBounds } from './shape.ts'

/** Pixels: an object that the frame cut narrower than this is dropped. What was not cut may be as small as it is. */
const LEAST_CUT_SIDE = 1

/** Share of its area that an object must keep when the frame cuts it. 0: any remaining share is kept. */
const MIN_VISIBLE_FRACTION = 0

/**
 * The shape in the new picture, cut at its frame; undefined when it lies outside or too little is left. A box becomes
 * the bounds of its mapped corners, a polygon is mapped vertex by vertex and may fall into several rings.
 */
export function mapShape(shape: Shape, affine: Affine, frame: Size): Shape | undefined {
  const whole = moved(shape, affine)
  const rest = cutAtFrame(whole, frame)
  return rest && isWorthKeeping(whole, rest) ? rest : undefined
}

function moved(shape: Shape, affine: Affine): Shape {
  if (shape.kind === 'box') return { ...shape, box: mapBox(affine, shape.box) }
  return { ...shape, rings: shape.rings.map((ring) => mapRing(affine, ring)) }
}

function cutAtFrame(shape: Shape, frame: Size): Shape | undefined {
  if (shape.kind === 'box') {
    const box = clipBox(shape.box, frame)
    return box && { ...shape, box }
  }
  const rings = clipRings(shape.rings, frame)
  return rings.length > 0 ? { ...shape, rings } : undefined
}

function isWorthKeeping(whole: Shape, rest: Shape): boolean {
  const [before, after] = [shapeBounds(whole), shapeBounds(rest)]
  const isTooNarrow = isCutTooShort([before.x0, before.x1], [after.x0, after.x1])
  const isTooLow = isCutTooShort([before.y0, before.y1], [after.y0, after.y1])
  return !isTooNarrow && !isTooLow && shapeArea(rest) >= MIN_VISIBLE_FRACTION * shapeArea(whole)
}

type Interval = readonly [number, number]

function isCutTooShort(before: Interval, after: Interval): boolean {
  const isCut = before[0] < after[0] || before[1] > after[1]
  return isCut && after[1] - after[0] < LEAST_CUT_SIDE
}

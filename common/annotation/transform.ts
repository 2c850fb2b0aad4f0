import { type Affine, mapBox, mapPoint, mapRing } from '../geometry/affine.ts'
import { clipBox } from '../geometry/box.ts'
import { clipRings } from '../geometry/clip.ts'
import type { Size } from '../geometry/space.ts'
import { isPlaced, type PlacedShape, type Shape, shapeArea, shapeBounds } from './shape.ts'
import type { Keypoint } from './skeleton.ts'

/** Pixels: an object that the frame cut narrower than this is dropped. What was not cut may be as small as it is. */
const LEAST_CUT_SIDE = 1

/** Share of its area that an object must keep when the frame cuts it. 0: any remaining share is kept. */
const MIN_VISIBLE_FRACTION = 0

/**
 * The shape in the new picture, cut at its frame; undefined when it lies outside or too little is left. A box becomes
 * the bounds of its mapped corners, a polygon is mapped vertex by vertex and may fall into several rings, a keypoint that
 * leaves the frame loses its place. What is said of the whole picture stays.
 */
export function mapShape(shape: PlacedShape, affine: Affine, frame: Size): PlacedShape | undefined
export function mapShape(shape: Shape, affine: Affine, frame: Size): Shape | undefined
export function mapShape(shape: Shape, affine: Affine, frame: Size): Shape | undefined {
  if (!isPlaced(shape)) return shape
  const whole = moved(shape, affine)
  const rest = cutAtFrame(whole, frame)
  return rest && isWorthKeeping(whole, rest) ? rest : undefined
}

function moved(shape: PlacedShape, affine: Affine): PlacedShape {
  switch (shape.kind) {
    case 'box':
      return { ...shape, box: mapBox(affine, shape.box) }
    case 'polygon':
      return { ...shape, rings: shape.rings.map((ring) => mapRing(affine, ring)) }
    case 'keypoints':
      return {
        ...shape,
        box: mapBox(affine, shape.box),
        points: shape.points.map((point) => movedPoint(affine, point)),
      }
  }
}

function movedPoint(affine: Affine, point: Keypoint): Keypoint {
  return point.visibility === 0 ? point : { ...mapPoint(affine, point), visibility: point.visibility }
}

function cutAtFrame(shape: PlacedShape, frame: Size): PlacedShape | undefined {
  if (shape.kind === 'polygon') {
    const rings = clipRings(shape.rings, frame)
    return rings.length > 0 ? { ...shape, rings } : undefined
  }
  const box = clipBox(shape.box, frame)
  if (shape.kind === 'box') return box && { ...shape, box }
  return box && { ...shape, box, points: shape.points.map((point) => pointInFrame(point, frame)) }
}

/** A point that left the frame has no place any more, but keeps its turn among the points. */
export function pointInFrame(point: Keypoint, { width, height }: Size): Keypoint {
  const { x, y } = point
  return x >= 0 && y >= 0 && x <= width && y <= height ? point : { x: 0, y: 0, visibility: 0 }
}

function isWorthKeeping(whole: PlacedShape, rest: PlacedShape): boolean {
  // An object goes when nothing of it is left: with a point in the frame something is, however narrow its box.
  if (rest.kind === 'keypoints' && rest.points.some(({ visibility }) => visibility > 0)) return true
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

import { type Affine, mapBox, mapPoint, mapRing } from '../geometry/affine.ts'
import { warpMask } from '../geometry/mask-forms.ts'
import { mapRotatedBox, type RotatedBox, rotatedBoxRing } from '../geometry/rotated-box.ts'
import type { Size } from '../geometry/space.ts'
import { cutForm } from './cut.ts'
import { lastingMarks } from './marks.ts'
import { hasArea, isPlaced, type PlacedForm, type PlacedShape, type Shape, shapeArea, shapeBounds } from './shape.ts'
import type { Keypoint } from './skeleton.ts'

/** Pixels: an object that the frame cut narrower than this is dropped. What was not cut may be as small as it is. */
const LEAST_CUT_SIDE = 1

/** Share of its area that an object must keep when the frame cuts it. 0: any remaining share is kept. */
const MIN_VISIBLE_FRACTION = 0

/**
 * What is left of the shape in the new picture, cut at its frame; nothing when it lies outside or too little is left, and several
 * shapes of one identifier where a line falls into pieces. A box becomes the bounds of its mapped corners, a polygon is mapped
 * vertex by vertex and may fall into several rings, a keypoint that leaves the frame loses its place. A rotated box stays one
 * under a map that keeps right angles while its centre is in the frame; otherwise what can be seen of it is a polygon. A mask takes
 * in the pixels whose centres come from it. What is said of the whole picture stays.
 */
export function mapShape(shape: PlacedShape, affine: Affine, frame: Size): readonly PlacedShape[]
export function mapShape(shape: Shape, affine: Affine, frame: Size): readonly Shape[]
export function mapShape(shape: Shape, affine: Affine, frame: Size): readonly Shape[] {
  if (!isPlaced(shape)) return [shape]
  const { id, classId, z, origin } = shape
  const whole = moved(shape, affine, frame)
  const left = whole === undefined ? [] : cutForm(whole, frame).filter((rest) => isWorthKeeping(whole, rest))
  return left.map((form) => ({ id, classId, z, origin, ...lastingMarks(shape), ...form }))
}

/** Undefined when nothing of a mask is left; other kinds may still reach beyond the frame. */
function moved(shape: PlacedShape, affine: Affine, frame: Size): PlacedForm | undefined {
  const { kind } = shape
  switch (kind) {
    case 'box':
      return { kind, box: mapBox(affine, shape.box) }
    case 'rotated-box':
      return movedRotatedBox(affine, shape.box)
    case 'polygon':
      return { kind, rings: shape.rings.map((ring) => mapRing(affine, ring)) }
    case 'polyline':
      return { kind, points: mapRing(affine, shape.points) }
    case 'point': {
      const { x, y } = mapPoint(affine, shape.at)
      return { kind, at: { x, y } }
    }
    case 'mask': {
      const tiles = warpMask(shape.tiles, affine, frame)
      return tiles.length > 0 ? { kind, tiles } : undefined
    }
    case 'keypoints':
      return { kind, box: mapBox(affine, shape.box), points: shape.points.map((point) => movedPoint(affine, point)) }
  }
}

function movedRotatedBox(affine: Affine, before: RotatedBox): PlacedForm {
  const box = mapRotatedBox(affine, before)
  return box ? { kind: 'rotated-box', box } : { kind: 'polygon', rings: [mapRing(affine, rotatedBoxRing(before))] }
}

function movedPoint(affine: Affine, point: Keypoint): Keypoint {
  return point.visibility === 0 ? point : { ...mapPoint(affine, point), visibility: point.visibility }
}

function isWorthKeeping(whole: PlacedForm, rest: PlacedForm): boolean {
  if (!hasArea(rest) || rest.kind === 'rotated-box') return true
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

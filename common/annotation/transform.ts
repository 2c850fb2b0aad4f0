import { type Affine, isAxisAligned, mapBox, mapPoint, mapRing } from '../geometry/affine.ts'
import { type Box, boxRing } from '../geometry/box.ts'
import { clipRings } from '../geometry/clip.ts'
import { warpMask } from '../geometry/mask-forms.ts'
import { type Ring, type Rings, ringsBounds, signedRingArea } from '../geometry/polygon.ts'
import { mapRotatedBox, rotatedBoxRing } from '../geometry/rotated-box.ts'
import { boxFittingCorners, smallestBoxAround } from '../geometry/smallest-box.ts'
import type { Size } from '../geometry/space.ts'
import { cutForm, isInFrame, pointInFrame } from './cut.ts'
import { lastingMarks } from './marks.ts'
import {
  type BoxShape,
  hasArea,
  isPlaced,
  type KeypointsShape,
  type PlacedForm,
  type PlacedShape,
  type RotatedBoxShape,
  type Shape,
  shapeArea,
  shapeBounds,
} from './shape.ts'
import type { Keypoint } from './skeleton.ts'

/** In pixels: an object that the frame clips to less is dropped. Objects that are not clipped may be smaller. */
const LEAST_CUT_SIDE = 1

/** Minimum visible fraction of an object's area. At 0 any visible part is kept. */
const MIN_VISIBLE_FRACTION = 0

/**
 * A shape during several maps. A map that shears or rotates a box makes its bounds larger than the object, so `corners`
 * keeps the exact outline for the next map. For a rotated box they are its four corners, unclipped, and `seen` is the
 * part that is visible in all frames so far.
 */
export type Traced = Shape & Trace
interface Trace {
  readonly corners?: Ring
  readonly seen?: Ring
}

/** Returns the shape after the last map. */
export function settled(traced: Traced): Shape {
  const { corners: _, seen: __, ...shape } = traced
  return shape
}

/**
 * Maps a shape and clips it to the new frame. Returns nothing when too little is left, and several shapes with the same
 * id when a line is cut into pieces. A box becomes the bounds of its clipped corners, a polygon is mapped vertex by
 * vertex and may split into several rings, and a keypoint outside becomes unplaced. A rotated box stays one while its
 * center is in the frame; a shear turns it into the smallest rectangle around its corners. Otherwise its visible part
 * becomes a polygon. A mask gets the pixels whose centers come from it. Annotations of the whole image stay.
 */
export function mapShape(shape: PlacedShape, affine: Affine, frame: Size): readonly PlacedShape[]
export function mapShape(shape: Shape, affine: Affine, frame: Size): readonly Shape[]
export function mapShape(shape: Shape, affine: Affine, frame: Size): readonly Shape[] {
  return mapTraced(shape, affine, frame).map(settled)
}

/**
 * Does the same for a shape that goes through further maps: each starts from the exact corners, not from the bounds.
 */
export function mapTraced(shape: Traced, affine: Affine, frame: Size): readonly Traced[] {
  if (!isPlaced(shape)) return [shape]
  const { id, classId, z, origin } = shape
  return mapForm(shape, affine, frame).map((form) => ({ id, classId, z, origin, ...lastingMarks(shape), ...form }))
}

type TracedForm = PlacedForm & Trace

function mapForm(shape: PlacedShape & Trace, affine: Affine, frame: Size): readonly TracedForm[] {
  if (shape.kind === 'rotated-box') return mapRotated(shape, affine, frame)
  const isBoxed = shape.kind === 'box' || shape.kind === 'keypoints'
  if (isBoxed && (shape.corners !== undefined || !isAxisAligned(affine))) return mapOutlined(shape, affine, frame)
  const whole = moved(shape, affine, frame)
  return whole === undefined ? [] : cut(whole, frame)
}

function cut(whole: PlacedForm, frame: Size): readonly PlacedForm[] {
  return cutForm(whole, frame).filter((rest) => isWorthKeeping(whole, rest))
}

/** Returns undefined when a mask becomes empty. Other kinds may still extend beyond the frame. */
function moved(shape: Exclude<PlacedShape, RotatedBoxShape>, affine: Affine, frame: Size): PlacedForm | undefined {
  const { kind } = shape
  switch (kind) {
    case 'box':
      return { kind, box: mapBox(affine, shape.box) }
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

/** Maps a box whose sides become slanted: its outline is clipped, and the box is the bounds of the rest. */
function mapOutlined(shape: (BoxShape | KeypointsShape) & Trace, affine: Affine, frame: Size): readonly TracedForm[] {
  const whole = mapRing(affine, shape.corners ?? boxRing(shape.box))
  const [corners] = clipRings([whole], frame)
  if (corners === undefined) return []
  const rest = withBox(shape, ringsBounds([corners]), (point) => pointInFrame(movedPoint(affine, point), frame))
  return isWorthKeeping({ kind: 'box', box: ringsBounds([whole]) }, rest) ? [{ ...rest, corners }] : []
}

function withBox(shape: BoxShape | KeypointsShape, box: Box, toPoint: (point: Keypoint) => Keypoint): PlacedForm {
  return shape.kind === 'box' ? { kind: 'box', box } : { kind: 'keypoints', box, points: shape.points.map(toPoint) }
}

/**
 * After a shear, the rectangle is fitted to the corners again after each map. A box that only this frame clips keeps
 * its sides, which state exactly what is visible. One that lost a part to an earlier frame, or that is sheared and
 * clipped, becomes the smallest rectangle around its visible part.
 */
function mapRotated(shape: RotatedBoxShape & Trace, affine: Affine, frame: Size): readonly TracedForm[] {
  const { kind } = shape
  const { corners, exact, whole } = mapWhole(shape, affine)
  const [seen] = clipRings([shape.seen ? mapRing(affine, shape.seen) : corners], frame)
  if (seen === undefined) return []
  if (whole === undefined || !isInFrame(whole.center, frame)) return cut({ kind: 'polygon', rings: [seen] }, frame)
  if (isSameArea([seen], [corners])) return [{ kind, box: whole, ...(!exact && { corners }) }]
  if (exact && isSameArea([seen], clipRings([corners], frame))) return [{ kind, box: exact, seen }]
  return rectangleAround({ seen, corners, angle: whole.angle })
}

function mapWhole(shape: RotatedBoxShape & Trace, affine: Affine) {
  const corners = mapRing(affine, shape.corners ?? rotatedBoxRing(shape.box))
  const exact = shape.corners === undefined ? mapRotatedBox(affine, shape.box) : undefined
  return { corners, exact, whole: exact ?? boxFittingCorners(corners) }
}

interface Remains {
  readonly seen: Ring
  readonly corners: Ring
  readonly angle: number
}

function rectangleAround({ seen, corners, angle }: Remains): readonly TracedForm[] {
  const box = smallestBoxAround([seen], angle)
  return box === undefined ? [] : [{ kind: 'rotated-box', box, corners, seen }]
}

/** Returns whether two areas are equal up to rounding. */
function isSameArea(some: Rings, others: Rings): boolean {
  const [one, other] = [some, others].map((rings) => rings.reduce((sum, ring) => sum + signedRingArea(ring), 0))
  return one !== undefined && other !== undefined && Math.abs(Math.abs(one) - Math.abs(other)) <= 1e-6 * Math.abs(other)
}

function movedPoint(affine: Affine, point: Keypoint): Keypoint {
  return point.visibility === 0 ? point : { ...mapPoint(affine, point), visibility: point.visibility }
}

function isWorthKeeping(whole: PlacedForm, rest: PlacedForm): boolean {
  if (!hasArea(rest) || rest.kind === 'rotated-box') return true
  // An object is kept while one of its keypoints is in the frame, however narrow its box.
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

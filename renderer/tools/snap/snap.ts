import { type PlacedShape, shapeRings } from '#common/annotation/shape'
import type { Rings } from '#common/geometry/polygon'
import { type ImagePoint, imagePoint, type Size } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import { type Corner, cornerAt, nearestCorner, nearestEdge, nearestOpenEdge } from '#renderer/canvas/outline'
import { clampPoint, rounded } from '../frame.ts'
import type { ToolContext } from '../tool.ts'

/** Snap distance in view pixels. */
const PULL = 10

/** Snap distance to the border of the image. Smaller, since many shapes are drawn near it but not on it. */
const BORDER_PULL = 6

/** Snap target of a point. */
export interface Snap {
  readonly at: ImagePoint
  readonly on: 'vertex' | 'edge' | 'border'
  /** The vertex of another shape at the target. */
  readonly vertex?: { readonly id: ShapeId; readonly corner: Corner }
}

type Ground = Pick<ToolContext, 'frame' | 'scale' | 'snaps' | 'shape' | 'within'>

const NOBODY: ReadonlySet<ShapeId> = new Set()

/**
 * Returns the snap target: vertices of other shapes first, then edges, then the border. Undefined when nothing is near
 * or snapping is off.
 */
export function snapOf(
  point: ImagePoint,
  { frame, scale, snaps, shape, within }: Ground,
  except: ReadonlySet<ShapeId> = NOBODY,
): Snap | undefined {
  if (!snaps) return undefined
  const reach = PULL / scale
  const around = { x0: point.x - reach, y0: point.y - reach, x1: point.x + reach, y1: point.y + reach }
  const shapes = within(around, 'touching').flatMap((id) => (except.has(id) ? [] : (shape(id) ?? [])))
  return (
    nearestVertex(shapes, point, reach) ??
    nearestSide(shapes, point, reach) ??
    borderSnap(point, frame, BORDER_PULL / scale)
  )
}

function nearestVertex(shapes: readonly PlacedShape[], point: ImagePoint, reach: number): Snap | undefined {
  let best: Snap | undefined
  let bestAway = reach
  for (const each of shapes) {
    const rings = snapRings(each)
    const corner = nearestCorner(rings, point, bestAway)
    const at = corner && cornerAt(rings, corner)
    if (!corner || !at) continue
    bestAway = Math.hypot(at.x - point.x, at.y - point.y)
    best = { at, on: 'vertex', vertex: { id: each.id, corner } }
  }
  return best
}

function nearestSide(shapes: readonly PlacedShape[], point: ImagePoint, reach: number): Snap | undefined {
  let best: Snap | undefined
  let bestAway = reach
  for (const each of shapes) {
    const nearest = each.kind === 'polyline' ? nearestOpenEdge : nearestEdge
    const place = nearest(snapRings(each), point, bestAway)
    if (!place) continue
    bestAway = place.distance
    best = { at: imagePoint(rounded(place.at.x), rounded(place.at.y)), on: 'edge' }
  }
  return best
}

/** Returns the rings to snap to: masks and points have none. */
function snapRings(shape: PlacedShape): Rings {
  if (shape.kind === 'mask' || shape.kind === 'keypoints') return NO_RINGS
  if (shape.kind === 'point') return [[shape.at.x, shape.at.y]]
  return shape.kind === 'polyline' ? [shape.points] : shapeRings(shape)
}

const NO_RINGS: Rings = []

function borderSnap(point: ImagePoint, frame: Size, reach: number): Snap | undefined {
  const at = toBorder(clampPoint(point, frame), frame, reach)
  const isNear = at.x === 0 || at.y === 0 || at.x === frame.width || at.y === frame.height
  return isNear ? { at, on: 'border' } : undefined
}

function toBorder({ x, y }: ImagePoint, { width, height }: Size, reach: number): ImagePoint {
  return imagePoint(nearEnd(x, width, reach), nearEnd(y, height, reach))
}

function nearEnd(place: number, length: number, reach: number): number {
  if (place <= reach) return 0
  return place >= length - reach ? length : place
}

/** Returns the position of a vertex: snapped unless Alt is held, and always inside the image. */
export function placedPoint(
  point: ImagePoint,
  context: Ground,
  { alt, except }: { readonly alt: boolean; readonly except?: ReadonlySet<ShapeId> },
): ImagePoint {
  return (alt ? undefined : snapOf(point, context, except)?.at) ?? clampPoint(point, context.frame)
}

/** Does the same for a corner of a box; the box as a whole is kept in the image elsewhere. */
export function placedBoxPoint(point: ImagePoint, context: Ground, alt: boolean): ImagePoint {
  return (alt ? undefined : snapOf(point, context)?.at) ?? imagePoint(rounded(point.x), rounded(point.y))
}

import type { PolygonShape } from '#common/annotation/shape'
import { lineLength } from '#common/geometry/line'
import { at, type Ring, type Rings } from '#common/geometry/polygon'
import { type ImagePoint, imagePoint } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import { REACH } from '#renderer/canvas/looks'
import { type Corner, cornerAt, distance, nearestCorner, nearestEdge } from '#renderer/canvas/outline'
import { rounded } from '../frame.ts'
import type { ToolContext } from '../tool.ts'

/** A part of a polygon that is redrawn: where the new part starts, and which old part is kept. */
export interface Redraw {
  readonly id: ShapeId
  readonly from: RimPlace
  /** Whether to keep the shorter part instead of the longer one. */
  readonly isFlipped: boolean
}

/** A position on an outline: on a vertex or between two vertices. */
export interface RimPlace {
  readonly ring: number
  /** The vertex at or before it. */
  readonly after: number
  readonly at: ImagePoint
  /** Fraction of the edge, 0 at its first vertex. */
  readonly share: number
}

/** Returns the position on the outline where a press starts or ends a redrawn part. */
export function rimPlaceAt(rings: Rings, point: ImagePoint, scale: number): RimPlace | undefined {
  const corner = nearestCorner(rings, point, REACH.magnet / scale)
  const vertex = corner && cornerAt(rings, corner)
  if (corner && vertex) return { ring: corner.ring, after: corner.point, at: vertex, share: 0 }
  const edge = nearestEdge(rings, point, REACH.magnet / scale)
  if (!edge) return undefined
  const at = imagePoint(rounded(edge.at.x), rounded(edge.at.y))
  return { ring: edge.after.ring, after: edge.after.point, at, share: shareOf(rings, edge.after, edge.at) }
}

function shareOf(rings: Rings, after: Corner, place: ImagePoint): number {
  const ring = rings[after.ring] ?? []
  const start = cornerAt(rings, after)
  const end = cornerAt(rings, { ...after, point: ((after.point * 2 + 2) % ring.length) / 2 })
  return start && end ? distance(start, place) / Math.max(distance(start, end), 1e-9) : 0
}

/** Returns the polygon that a press at the point starts to redraw. */
export function redrawnAt(point: ImagePoint, over: ShapeId | undefined, context: ToolContext): Redraw | undefined {
  const shape = redrawable(over, context)
  const from = shape && rimPlaceAt(shape.rings, point, context.scale)
  return shape && from && { id: shape.id, from, isFlipped: false }
}

export function redrawable(id: ShapeId | undefined, context: ToolContext): PolygonShape | undefined {
  const shape = id === undefined ? undefined : context.shape(id)
  return shape?.kind === 'polygon' && shape.isLocked !== true ? shape : undefined
}

/** Returns the position on the same ring where the new part would end; undefined too close to its start. */
export function endOf(
  { from }: Redraw,
  rings: Rings,
  { to, scale }: { readonly to: ImagePoint; readonly scale: number },
): RimPlace | undefined {
  const place = rimPlaceAt(rings, to, scale)
  return place && place.ring === from.ring && distance(place.at, from.at) * scale >= REACH.drag ? place : undefined
}

interface Redrawn {
  /** Outline that releasing the pointer makes. */
  readonly chosen: Rings
  /** Outline that keeps the other part of the old one. */
  readonly other: Rings
}

/** Returns both polygons that a new part makes, from where it leaves the outline to where it returns. */
export function redrawnRings(
  rings: Rings,
  { from, isFlipped }: Redraw,
  { points, end }: { readonly points: readonly number[]; readonly end: RimPlace },
): Redrawn {
  const ring = rings[from.ring] ?? []
  const [ahead, back] = [verticesBetween(ring, from, end), verticesBetween(ring, end, from)]
  const [start, last] = [
    [from.at.x, from.at.y],
    [end.at.x, end.at.y],
  ]
  const drawn = points.slice(2)
  const withBack = [...start, ...drawn, ...last, ...back]
  const withAhead = [...start, ...ahead, ...last, ...backwards(drawn)]
  const isBackLonger = lineLength([...last, ...back, ...start]) >= lineLength([...start, ...ahead, ...last])
  const [longer, shorter] = isBackLonger ? [withBack, withAhead] : [withAhead, withBack]
  const replaced = (outline: Ring) => rings.with(from.ring, outline)
  return isFlipped
    ? { chosen: replaced(shorter), other: replaced(longer) }
    : { chosen: replaced(longer), other: replaced(shorter) }
}

/** Returns the vertices between two positions of a ring, in ring order. */
function verticesBetween(ring: Ring, from: RimPlace, to: RimPlace): readonly number[] {
  const count = ring.length / 2
  if (from.after === to.after && to.share > from.share) return []
  const passed: number[] = []
  for (let i = (from.after + 1) % count; ; i = (i + 1) % count) {
    if (i !== to.after || to.share > 0) passed.push(at(ring, 2 * i), at(ring, 2 * i + 1))
    if (i === to.after) return passed
  }
}

function backwards(points: readonly number[]): readonly number[] {
  const turned: number[] = []
  for (let i = points.length - 2; i >= 0; i -= 2) turned.push(at(points, i), at(points, i + 1))
  return turned
}

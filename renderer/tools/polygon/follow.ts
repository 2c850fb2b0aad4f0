import { type PlacedShape, shapeRings } from '#common/annotation/shape'
import { lineLength } from '#common/geometry/line'
import { at, type Ring, type Rings } from '#common/geometry/polygon'
import type { ImagePoint } from '#common/geometry/space'
import { type Corner, cornerAt, distance, nearestCorner } from '#renderer/canvas/outline'
import type { ToolContext } from '../tool.ts'

/** Copies the border of a neighbor, along the shorter way or the other one. */
export interface Follow {
  readonly isFlipped: boolean
}

/** Distance in pixels within which a point counts as on a vertex. */
const ON = 0.02

type Ground = Pick<ToolContext, 'within' | 'shape'>

/** Returns whether a border can be followed from a point, which must be on a vertex of some shape. */
export function canFollow(from: ImagePoint, context: Ground): boolean {
  return neighboursAt(from, context).length > 0
}

/**
 * Returns the vertices of a neighbor from the point to the one nearest to the pointer, without the first. If several
 * neighbors share the point, the one that comes nearest is followed. Undefined if there is none.
 */
export function followed(
  { from, to, isFlipped }: Follow & { readonly from: ImagePoint; readonly to: ImagePoint },
  context: Ground,
): readonly number[] | undefined {
  const ways = neighboursAt(from, context).flatMap(({ rings, corner, isClosed }) => {
    const ring = rings[corner.ring]
    const end = ring && nearestCorner([ring], to, Infinity)
    if (!ring || !end || end.point === corner.point) return []
    const place = cornerAt([ring], end)
    return place ? [{ ring, start: corner.point, end: end.point, isClosed, away: distance(place, to) }] : []
  })
  const [nearest] = ways.toSorted((a, b) => a.away - b.away)
  return nearest && wayAlong(nearest, isFlipped)
}

interface Neighbour {
  readonly rings: Rings
  readonly corner: Corner
  readonly isClosed: boolean
}

function neighboursAt(point: ImagePoint, { within, shape }: Ground): readonly Neighbour[] {
  const { x, y } = point
  const around = { x0: x - ON, y0: y - ON, x1: x + ON, y1: y + ON }
  return within(around, 'touching').flatMap((id) => {
    const rings = followRings(shape(id))
    const corner = nearestCorner(rings, point, ON)
    return corner ? [{ rings, corner, isClosed: shape(id)?.kind !== 'polyline' }] : []
  })
}

const NONE: Rings = []

/** Returns the rings that can be followed. Borders of masks cannot. */
function followRings(shape: PlacedShape | undefined): Rings {
  if (!shape || shape.kind === 'mask' || shape.kind === 'keypoints' || shape.kind === 'point') return NONE
  return shape.kind === 'polyline' ? [shape.points] : shapeRings(shape)
}

interface Way {
  readonly ring: Ring
  readonly start: number
  readonly end: number
  readonly isClosed: boolean
}

/** Returns the vertices between start and end. An open line has only one way. */
function wayAlong({ ring, start, end, isClosed }: Way, isFlipped: boolean): readonly number[] {
  if (!isClosed) return walked(ring, start, { end, step: end > start ? 1 : -1 })
  const [ahead, back] = [walked(ring, start, { end, step: 1 }), walked(ring, start, { end, step: -1 })]
  const first = [at(ring, 2 * start), at(ring, 2 * start + 1)]
  const isAheadShorter = lineLength([...first, ...ahead]) <= lineLength([...first, ...back])
  return isAheadShorter === isFlipped ? back : ahead
}

function walked(ring: Ring, start: number, { end, step }: { end: number; step: 1 | -1 }): readonly number[] {
  const count = ring.length / 2
  const points: number[] = []
  for (let i = start; i !== end; ) {
    i = (i + step + count) % count
    points.push(at(ring, 2 * i), at(ring, 2 * i + 1))
  }
  return points
}

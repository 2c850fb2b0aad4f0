import { at, type Ring, type Rings } from '../polygon.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

export type Segment = readonly [from: Point, to: Point]

/** Distance in pixels within which a point counts as on an outline. */
export const NEAR = 1e-3

export function pointsOf(flat: Ring): readonly Point[] {
  return Array.from({ length: flat.length / 2 }, (_, i) => ({ x: at(flat, 2 * i), y: at(flat, 2 * i + 1) }))
}

export function edgesOf(rings: Rings): readonly Segment[] {
  return rings.flatMap((ring) => {
    const points = pointsOf(ring)
    return points.flatMap((from, i): readonly Segment[] => {
      const to = points[(i + 1) % points.length]
      return to ? [[from, to]] : []
    })
  })
}

export function between([from, to]: Segment, share: number): Point {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
}

export function lengthOf([from, to]: Segment): number {
  return Math.hypot(to.x - from.x, to.y - from.y)
}

/** Returns the projection of a point on the segment as a fraction of its length, possibly beyond its ends. */
export function shareOf([from, to]: Segment, { x, y }: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const squared = dx * dx + dy * dy
  return squared === 0 ? 0 : ((x - from.x) * dx + (y - from.y) * dy) / squared
}

/** Returns the distance in pixels from a point to the segment. */
export function distanceFrom(segment: Segment, point: Point): number {
  const nearest = between(segment, Math.min(1, Math.max(0, shareOf(segment, point))))
  return Math.hypot(nearest.x - point.x, nearest.y - point.y)
}

/**
 * Returns where the segment meets an edge, as fractions of the segment; both ends of the edge if they are collinear.
 */
export function meetings(segment: Segment, [a, b]: Segment): readonly number[] {
  const length = lengthOf(segment)
  const [left, right] = [offLine(segment, a), offLine(segment, b)]
  const places =
    Math.abs(left) <= NEAR && Math.abs(right) <= NEAR
      ? [a, b]
      : Math.min(left, right) > NEAR || Math.max(left, right) < -NEAR
        ? []
        : [between([a, b], Math.min(1, Math.max(0, left / (left - right))))]
  const reach = NEAR / length
  return places.map((place) => shareOf(segment, place)).filter((share) => share >= -reach && share <= 1 + reach)
}

/** Returns the distance in pixels from the infinite line; positive on its right on screen. */
function offLine(segment: Segment, { x, y }: Point): number {
  const [from, to] = segment
  return ((to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x)) / lengthOf(segment)
}

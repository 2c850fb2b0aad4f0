import { at, type Ring, type Rings } from '#common/geometry/polygon'
import { type ImagePoint, imagePoint } from '#common/geometry/space'

type Point = { readonly x: number; readonly y: number }

/** A corner of an outline: index of the ring, and index of the point in it (not in the flat list). */
export interface Corner {
  readonly ring: number
  readonly point: number
}

/** A position on an outline: the corner that it follows, and the point. */
export interface EdgePlace {
  readonly after: Corner
  readonly at: ImagePoint
  readonly distance: number
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

export function cornerAt(rings: Rings, { ring, point }: Corner): ImagePoint | undefined {
  const flat = rings[ring]
  return flat && point * 2 + 1 < flat.length ? imagePoint(at(flat, point * 2), at(flat, point * 2 + 1)) : undefined
}

/** Returns the corner nearest to the point, if one lies within reach. */
export function nearestCorner(rings: Rings, target: Point, reach: number): Corner | undefined {
  let best: Corner | undefined
  let bestDistance = reach
  rings.forEach((flat, ring) => {
    for (let i = 0; i < flat.length; i += 2) {
      const away = Math.hypot(at(flat, i) - target.x, at(flat, i + 1) - target.y)
      if (away > bestDistance) continue
      bestDistance = away
      best = { ring, point: i / 2 }
    }
  })
  return best
}

/** Returns the position on the outline nearest to the point, if one lies within reach. */
export function nearestEdge(rings: Rings, target: Point, reach: number): EdgePlace | undefined {
  return nearestOf(rings, target, { reach, isClosed: true })
}

/** Does the same for open lines, which have no edge from the last point to the first. */
export function nearestOpenEdge(lines: Rings, target: Point, reach: number): EdgePlace | undefined {
  return nearestOf(lines, target, { reach, isClosed: false })
}

interface Search {
  readonly reach: number
  readonly isClosed: boolean
}

function nearestOf(rings: Rings, target: Point, { reach, isClosed }: Search): EdgePlace | undefined {
  let best: EdgePlace | undefined
  rings.forEach((flat, ring) => {
    const end = isClosed ? flat.length : flat.length - 2
    for (let i = 0; i < end; i += 2) {
      const place = onSegment(flat, i, target)
      const away = distance(place, target)
      if (away <= (best?.distance ?? reach)) best = { after: { ring, point: i / 2 }, at: place, distance: away }
    }
  })
  return best
}

/** Returns the point nearest to the target on the segment that starts at flat index `i`. */
function onSegment(flat: Ring, i: number, target: Point): ImagePoint {
  const next = (i + 2) % flat.length
  const [ax, ay] = [at(flat, i), at(flat, i + 1)]
  const [dx, dy] = [at(flat, next) - ax, at(flat, next + 1) - ay]
  const squared = dx * dx + dy * dy
  const share = squared === 0 ? 0 : ((target.x - ax) * dx + (target.y - ay) * dy) / squared
  const along = Math.min(1, Math.max(0, share))
  return imagePoint(ax + dx * along, ay + dy * along)
}

export function withCorner(rings: Rings, { ring, point }: Corner, place: Point): Rings {
  return rings.map((flat, index) =>
    index === ring ? flat.with(point * 2, place.x).with(point * 2 + 1, place.y) : flat,
  )
}

/** Returns the outline with a new corner after the given one. */
export function withInserted(rings: Rings, { ring, point }: Corner, place: Point): Rings {
  return rings.map((flat, index) => (index === ring ? flat.toSpliced(point * 2 + 2, 0, place.x, place.y) : flat))
}

export function movedRings(rings: Rings, dx: number, dy: number): Rings {
  return rings.map((flat) => flat.map((value, i) => value + (i % 2 === 0 ? dx : dy)))
}

/**
 * Returns the segments (by their first point) that cross another segment of the same chain. Quadratic, so only for
 * outlines being drawn.
 */
export function crossingSegments(flat: Ring, isClosed: boolean): readonly number[] {
  const count = flat.length / 2
  const last = isClosed ? count : count - 1
  const crossing = new Set<number>()
  for (let a = 0; a < last; a++) {
    for (let b = a + 2; b < last; b++) {
      if (isClosed && a === 0 && b === count - 1) continue
      if (cross(flat, a, b)) crossing.add(a).add(b)
    }
  }
  return [...crossing].sort((a, b) => a - b)
}

function cross(flat: Ring, a: number, b: number): boolean {
  const [p, q, r, s] = [pointOf(flat, a), pointOf(flat, a + 1), pointOf(flat, b), pointOf(flat, b + 1)]
  return side(p, q, r) * side(p, q, s) < 0 && side(r, s, p) * side(r, s, q) < 0
}

function pointOf(flat: Ring, index: number): Point {
  const i = (index * 2) % flat.length
  return { x: at(flat, i), y: at(flat, i + 1) }
}

function side(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

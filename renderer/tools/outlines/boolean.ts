import { Clipper64, ClipType, FillRule, type Path64, type Paths64 } from 'clipper2-ts'
import { at, type Ring, type Rings } from '#common/geometry/polygon'
import { windRings } from '#common/geometry/winding'

/** Steps to a pixel of the whole numbers that are reckoned with: finer than any hand, and exact for images of a million pixels a side. */
const STEPS = 1024

/** All that belongs to one polygon or the other. */
export function uniteRings(a: Rings, b: Rings): Rings {
  return combined(ClipType.Union, a, b)
}

/** The first polygon without the second. */
export function subtractRings(a: Rings, b: Rings): Rings {
  return combined(ClipType.Difference, a, b)
}

/** The intersection of both polygons. */
export function intersectRings(a: Rings, b: Rings): Rings {
  return combined(ClipType.Intersection, a, b)
}

/** The same area by rings that cross neither themselves nor each other: under the even-odd rule, as it is drawn. */
export function untangledRings(rings: Rings): Rings {
  return combined(ClipType.Union, rings, [])
}

/**
 * Each polygon is what lies inside by the even-odd rule. Vertices that stay keep their coordinates to the last digit, so that shared
 * borders stay shared. The result winds clockwise on screen, holes counter-clockwise.
 */
function combined(how: ClipType, a: Rings, b: Rings): Rings {
  const clipper = new Clipper64()
  clipper.addSubject(a.map(toPath))
  if (b.length > 0) clipper.addClip(b.map(toPath))
  const paths: Paths64 = []
  clipper.execute(how, FillRule.EvenOdd, paths)
  const known = knownPlaces([...a, ...b])
  return windRings(paths.map((path) => toRing(path, known)).filter(({ length }) => length >= 6))
}

function toPath(ring: Ring): Path64 {
  return Array.from({ length: ring.length / 2 }, (_, i) => ({
    x: Math.round(at(ring, 2 * i) * STEPS),
    y: Math.round(at(ring, 2 * i + 1) * STEPS),
  }))
}

interface Known {
  readonly x: number
  readonly y: number
  /** Among all vertices that there were. */
  readonly order: number
}

/** Vertices as they were, by the coordinates that are reckoned with. */
function knownPlaces(rings: Rings): ReadonlyMap<string, Known> {
  const known = new Map<string, Known>()
  for (const ring of rings) {
    for (const [i, point] of toPath(ring).entries()) {
      const key = keyOf(point)
      if (!known.has(key)) known.set(key, { x: at(ring, 2 * i), y: at(ring, 2 * i + 1), order: known.size })
    }
  }
  return known
}

/** From the vertex on that came first, so that what was not cut stays the list that it was. */
function toRing(path: Path64, known: ReadonlyMap<string, Known>): Ring {
  const points = path.map(
    (point) => known.get(keyOf(point)) ?? { x: point.x / STEPS, y: point.y / STEPS, order: Infinity },
  )
  const first = points.reduce((best, { order }, i) => (order < (points[best]?.order ?? Infinity) ? i : best), 0)
  return [...points.slice(first), ...points.slice(0, first)].flatMap(({ x, y }) => [x, y])
}

function keyOf({ x, y }: { readonly x: number; readonly y: number }): string {
  return `${x},${y}`
}

import { Clipper64, ClipType, FillRule, type Path64, type Paths64 } from 'clipper2-ts'
import { at, type Ring, type Rings } from '#common/geometry/polygon'
import { windRings } from '#common/geometry/winding'

/** Integer steps per pixel for clipping: finer than any gesture, and exact for images of a million pixels a side. */
const STEPS = 1024

/** Returns the union of two polygons. */
export function uniteRings(a: Rings, b: Rings): Rings {
  return combined(ClipType.Union, a, b)
}

/** Returns the first polygon minus the second. */
export function subtractRings(a: Rings, b: Rings): Rings {
  return combined(ClipType.Difference, a, b)
}

/** Returns the intersection of two polygons. */
export function intersectRings(a: Rings, b: Rings): Rings {
  return combined(ClipType.Intersection, a, b)
}

/**
 * Returns the same area as rings that cross neither themselves nor each other, by the even-odd rule, as it is drawn.
 */
export function untangledRings(rings: Rings): Rings {
  return combined(ClipType.Union, rings, [])
}

/**
 * Combines two polygons, each filled by the even-odd rule. Vertices that remain keep their exact coordinates, so that
 * shared borders stay shared. Outer rings of the result are clockwise on screen, holes counter-clockwise.
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
  /** Index among all input vertices. */
  readonly order: number
}

/** Returns the input vertices by their integer coordinates. */
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

/** Returns the ring, starting at the vertex that came first in the input, so that an uncut ring keeps its order. */
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

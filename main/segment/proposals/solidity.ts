import { at, type Ring, signedRingArea } from '#common/geometry/polygon'

/**
 * Returns the fraction of its convex hull that a ring fills, 0…1. Objects are close to 1, chains of objects are not.
 */
export function solidity(ring: Ring): number {
  const hull = hullArea(ring)
  return hull === 0 ? 0 : Math.abs(signedRingArea(ring)) / hull
}

type Point = readonly [number, number]

/** Computes the hull by Andrew's monotone chain. */
function hullArea(ring: Ring): number {
  const points = Array.from({ length: ring.length / 2 }, (_, i): Point => [at(ring, 2 * i), at(ring, 2 * i + 1)])
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  const outline = [...chain(sorted), ...chain(sorted.toReversed())]
  return Math.abs(signedRingArea(outline.flat()))
}

/** Returns one side of the hull without its last point. */
function chain(points: readonly Point[]): readonly Point[] {
  const kept: Point[] = []
  for (const point of points) {
    while (turnsBack(kept.at(-2), kept.at(-1), point)) kept.pop()
    kept.push(point)
  }
  return kept.slice(0, -1)
}

function turnsBack(a: Point | undefined, b: Point | undefined, c: Point): boolean {
  if (!a || !b) return false
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) <= 0
}

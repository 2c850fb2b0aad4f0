import { at, type Ring } from '../../geometry/polygon.ts'

/**
 * Whether two sides of a closed outline cross. The sides are sorted by their left end and each is compared with those that begin
 * before it ends: nearly linear for outlines of things, quadratic only for a scribble.
 */
export function crossesItself(ring: Ring): boolean {
  const sides = sidesOf(ring)
  const order = Array.from(sides.keys()).sort((a, b) => left(sides, a) - left(sides, b))
  for (const [place, a] of order.entries()) {
    for (let next = place + 1; next < order.length; next++) {
      const b = order[next]
      if (b === undefined || left(sides, b) > right(sides, a)) break
      if (!areNeighbours(a, b, sides.length) && doCross(sides, a, b)) return true
    }
  }
  return false
}

type Side = readonly [x0: number, y0: number, x1: number, y1: number]

function sidesOf(ring: Ring): readonly Side[] {
  return Array.from({ length: ring.length / 2 }, (_, side) => {
    const [i, next] = [side * 2, (side * 2 + 2) % ring.length]
    return [at(ring, i), at(ring, i + 1), at(ring, next), at(ring, next + 1)]
  })
}

const left = (sides: readonly Side[], side: number) => Math.min(sides[side]?.[0] ?? 0, sides[side]?.[2] ?? 0)
const right = (sides: readonly Side[], side: number) => Math.max(sides[side]?.[0] ?? 0, sides[side]?.[2] ?? 0)

function areNeighbours(a: number, b: number, count: number): boolean {
  const apart = Math.abs(a - b)
  return apart <= 1 || apart === count - 1
}

function doCross(sides: readonly Side[], a: number, b: number): boolean {
  const [p, q] = [sides[a], sides[b]]
  if (!p || !q) return false
  return turn(p, q[0], q[1]) * turn(p, q[2], q[3]) < 0 && turn(q, p[0], p[1]) * turn(q, p[2], p[3]) < 0
}

/** Positive when the point lies to the right of the side on screen (y down), 0 on its line. */
function turn([x0, y0, x1, y1]: Side, x: number, y: number): number {
  return (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)
}

import { at, type Ring } from '../../geometry/polygon.ts'

/**
 * Returns whether two sides of a closed outline cross. The sides are sorted by their left end, and each is compared
 * with those that start before it ends: nearly linear for outlines of objects, quadratic only for scribbles.
 */
export function crossesItself(ring: Ring): boolean {
  const sides = sidesOf(ring).sort((a, b) => a.left - b.left)
  for (const [place, a] of sides.entries()) {
    for (let next = place + 1; next < sides.length; next++) {
      const b = sides[next]
      if (!b || b.left > a.right) break
      if (!areNeighbours(a, b, sides.length) && doCross(a, b)) return true
    }
  }
  return false
}

interface Side {
  readonly number: number
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
  readonly left: number
  readonly right: number
}

function sidesOf(ring: Ring): Side[] {
  const sides: Side[] = []
  let [x0, y0] = [ring.at(-2) ?? 0, ring.at(-1) ?? 0]
  for (let i = 0; i < ring.length; i += 2) {
    const [x1, y1] = [at(ring, i), at(ring, i + 1)]
    sides.push({ number: i / 2, x0, y0, x1, y1, left: Math.min(x0, x1), right: Math.max(x0, x1) })
    x0 = x1
    y0 = y1
  }
  return sides
}

function areNeighbours(a: Side, b: Side, count: number): boolean {
  const apart = Math.abs(a.number - b.number)
  return apart <= 1 || apart === count - 1
}

function doCross(a: Side, b: Side): boolean {
  return turn(a, b.x0, b.y0) * turn(a, b.x1, b.y1) < 0 && turn(b, a.x0, a.y0) * turn(b, a.x1, a.y1) < 0
}

/** Returns a positive number when the point is on the right of the side on screen (y down), and 0 on its line. */
function turn({ x0, y0, x1, y1 }: Side, x: number, y: number): number {
  return (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)
}

import { at, type Ring } from './polygon.ts'

/** The part of a ring between two kept vertices. `to` may exceed the length and wraps around. */
interface Span {
  readonly from: number
  readonly to: number
}

interface Farthest {
  readonly vertex: number
  readonly distance: number
}

/**
 * Simplifies a ring to within `tolerance` pixels (Douglas–Peucker). The result does not depend on where the list
 * starts, and has at least three points.
 */
export function simplifyRing(ring: Ring, tolerance: number): Ring {
  const count = ring.length / 2
  if (count <= 3) return ring
  const start = topmostVertex(ring)
  const opposite = farthestFrom(ring, start)
  const halves = [
    { from: start, to: opposite },
    { from: opposite, to: start + count },
  ]
  const kept = new Uint8Array(count)
  kept[start] = 1
  kept[opposite % count] = 1
  const found = halves.map((half) => keepBends(ring, half, { kept, tolerance })).reduce((sum, bends) => sum + bends, 0)
  if (found === 0) kept[widest(ring, halves) % count] = 1
  return ring.filter((_, i) => kept[i >> 1] === 1)
}

/** Simplifies an open line, whose ends stay. */
export function simplifyLine(line: readonly number[], tolerance: number): readonly number[] {
  const count = line.length / 2
  if (count <= 2) return line
  const kept = new Uint8Array(count)
  kept[0] = 1
  kept[count - 1] = 1
  keepBends(line, { from: 0, to: count - 1 }, { kept, tolerance })
  return line.filter((_, i) => kept[i >> 1] === 1)
}

/**
 * Marks the vertices of a span that the outline needs, and returns their number. Uses a stack, since contours are long.
 */
function keepBends(ring: Ring, whole: Span, { kept, tolerance }: { kept: Uint8Array; tolerance: number }): number {
  const open: Span[] = [whole]
  let found = 0
  for (let span = open.pop(); span !== undefined; span = open.pop()) {
    const { vertex, distance } = farthestOff(ring, span)
    if (distance <= tolerance) continue
    kept[vertex % kept.length] = 1
    found++
    open.push({ from: span.from, to: vertex }, { from: vertex, to: span.to })
  }
  return found
}

/** Returns the vertex farthest from the straight line that would replace both halves, however small the distance. */
function widest(ring: Ring, halves: readonly Span[]): number {
  const candidates = halves.filter(({ from, to }) => to - from > 1).map((half) => farthestOff(ring, half))
  return candidates.reduce((best, next) => (next.distance > best.distance ? next : best)).vertex
}

/** Returns the inner vertex of a span that is farthest from the segment between its ends; the first of equals. */
function farthestOff(ring: Ring, { from, to }: Span): Farthest {
  let [vertex, largest] = [from + 1, -1]
  const distance = distanceFromSegment(ring, from, to)
  for (let i = from + 1; i < to; i++) {
    const here = distance(i)
    if (here > largest) [vertex, largest] = [i, here]
  }
  return { vertex, distance: largest }
}

function distanceFromSegment(ring: Ring, from: number, to: number): (vertex: number) => number {
  const [x, y] = [coordinate(ring, 2 * from), coordinate(ring, 2 * from + 1)]
  const [dx, dy] = [coordinate(ring, 2 * to) - x, coordinate(ring, 2 * to + 1) - y]
  const squared = dx * dx + dy * dy
  return (vertex) => {
    const [px, py] = [coordinate(ring, 2 * vertex) - x, coordinate(ring, 2 * vertex + 1) - y]
    const along = squared === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / squared))
    return Math.hypot(px - along * dx, py - along * dy)
  }
}

/** Returns the topmost vertex, the leftmost of equals, which does not depend on where the list starts. */
function topmostVertex(ring: Ring): number {
  let best = 0
  for (let i = 1; i < ring.length / 2; i++) {
    const higher = at(ring, 2 * i + 1) - at(ring, 2 * best + 1)
    if (higher < 0 || (higher === 0 && at(ring, 2 * i) < at(ring, 2 * best))) best = i
  }
  return best
}

/** Returns the vertex farthest from another, counted on from it so that the index is larger; the first of equals. */
function farthestFrom(ring: Ring, vertex: number): number {
  let [best, largest] = [vertex + 1, -1]
  for (let i = vertex + 1; i < vertex + ring.length / 2; i++) {
    const dx = coordinate(ring, 2 * i) - coordinate(ring, 2 * vertex)
    const dy = coordinate(ring, 2 * i + 1) - coordinate(ring, 2 * vertex + 1)
    if (dx * dx + dy * dy > largest) [best, largest] = [i, dx * dx + dy * dy]
  }
  return best
}

function coordinate(ring: Ring, index: number): number {
  return at(ring, index % ring.length)
}

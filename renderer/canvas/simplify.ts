import { at, type Ring, type Rings, signedRingArea } from '#common/geometry/polygon'

/** The outline with as few points as stay within `tolerance` pixels of it (Douglas and Peucker). Lost rings are left out. */
export function simplifyRings(rings: Rings, tolerance: number): Rings {
  if (tolerance <= 0) return rings
  const simple = rings.map((ring) => simplifyRing(ring, tolerance)).filter((ring) => ring.length >= 6)
  return simple.length > 0 ? simple : rings.slice(0, 1)
}

/** A closed ring is cut at its first point and at the point farthest from it; both ends of each half always stay. */
export function simplifyRing(ring: Ring, tolerance: number): Ring {
  const count = ring.length / 2
  if (count <= 3 || tolerance <= 0) return ring
  const opposite = farthestFromFirst(ring)
  const kept = new Uint8Array(count)
  kept[0] = 1
  kept[opposite] = 1
  keepBetween(ring, kept, { from: 0, to: opposite, tolerance })
  keepBetween(ring, kept, { from: opposite, to: count, tolerance })
  const simple: number[] = []
  for (let i = 0; i < count; i++) if (kept[i] === 1) simple.push(at(ring, 2 * i), at(ring, 2 * i + 1))
  return simple.length >= 6 && signedRingArea(simple) !== 0 ? simple : ring
}

interface Span {
  readonly from: number
  /** May be the number of points: then the first one again. */
  readonly to: number
  readonly tolerance: number
}

/** An own stack instead of recursion: an outline may have a hundred thousand points. */
function keepBetween(ring: Ring, kept: Uint8Array, span: Span): void {
  const spans = [span]
  for (let next = spans.pop(); next !== undefined; next = spans.pop()) {
    const farthest = farthestFromChord(ring, next)
    if (farthest === undefined) continue
    kept[farthest] = 1
    spans.push({ ...next, to: farthest }, { ...next, from: farthest })
  }
}

function farthestFromChord(ring: Ring, { from, to, tolerance }: Span): number | undefined {
  const end = (to * 2) % ring.length
  const [ax, ay] = [at(ring, from * 2), at(ring, from * 2 + 1)]
  const [dx, dy] = [at(ring, end) - ax, at(ring, end + 1) - ay]
  const length = Math.hypot(dx, dy)
  let best = tolerance
  let found: number | undefined
  for (let i = from + 1; i < to; i++) {
    const [px, py] = [at(ring, 2 * i) - ax, at(ring, 2 * i + 1) - ay]
    const away = length === 0 ? Math.hypot(px, py) : Math.abs(px * dy - py * dx) / length
    if (away <= best) continue
    best = away
    found = i
  }
  return found
}

function farthestFromFirst(ring: Ring): number {
  const [x, y] = [at(ring, 0), at(ring, 1)]
  let farthest = 1
  let best = -1
  for (let i = 2; i < ring.length; i += 2) {
    const away = (at(ring, i) - x) ** 2 + (at(ring, i + 1) - y) ** 2
    if (away <= best) continue
    best = away
    farthest = i / 2
  }
  return farthest
}

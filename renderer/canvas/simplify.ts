import { at, type Ring, type Rings, signedRingArea } from '#common/geometry/polygon'

/**
 * Simplifies an outline to within `tolerance` pixels of the original (Ramer–Douglas–Peucker). Drops rings that
 * collapse.
 */
export function simplifyRings(rings: Rings, tolerance: number): Rings {
  if (tolerance <= 0) return rings
  const simple = rings.map((ring) => simplifyRing(ring, tolerance)).filter((ring) => ring.length >= 6)
  return simple.length > 0 ? simple : rings.slice(0, 1)
}

/** Simplifies a closed ring, which is split at its first point and the point farthest from it. Both always stay. */
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
  /** May equal the number of points, which means the first one again. */
  readonly to: number
}

/** Uses an explicit stack instead of recursion: an outline may have a hundred thousand points. */
function keepBetween(
  ring: Ring,
  kept: Uint8Array,
  { from, to, tolerance }: Span & { readonly tolerance: number },
): void {
  const spans = [from, to]
  while (spans.length > 0) {
    const [end, start] = [spans.pop() ?? 0, spans.pop() ?? 0]
    const farthest = end - start < 2 ? undefined : farthestFromChord(ring, { from: start, to: end }, tolerance)
    if (farthest === undefined) continue
    kept[farthest] = 1
    spans.push(start, farthest, farthest, end)
  }
}

/**
 * Returns the point farthest from the chord between two others, or from their common position; undefined if none is
 * farther than the tolerance.
 */
function farthestFromChord(ring: Ring, { from, to }: Span, tolerance: number): number | undefined {
  const end = (to * 2) % ring.length
  const [ax, ay] = [at(ring, from * 2), at(ring, from * 2 + 1)]
  const [dx, dy] = [at(ring, end) - ax, at(ring, end + 1) - ay]
  const squared = dx * dx + dy * dy
  // Compares squared distances, scaled by the squared chord: this is the hot loop.
  let best = tolerance * tolerance * (squared || 1)
  let found: number | undefined
  for (let i = 2 * from + 2; i < 2 * to; i += 2) {
    const [px, py] = [at(ring, i) - ax, at(ring, i + 1) - ay]
    const away = squared === 0 ? px * px + py * py : (px * dy - py * dx) ** 2
    if (away <= best) continue
    best = away
    found = i / 2
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

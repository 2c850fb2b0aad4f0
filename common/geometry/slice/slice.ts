import { type Ring, type Rings, ringsContain, signedRingArea } from '../polygon.ts'
import { windRings } from '../winding.ts'
import { chordsOf } from './chords.ts'
import { loopsBetween } from './faces.ts'
import { between, edgesOf, lengthOf, type Point } from './segments.ts'

/**
 * Slices a polygon (even-odd) by a line into pieces with holes, the largest first; returns just the polygon when the
 * line cuts nothing off. An end of the line inside is extended straight to the outline. The polygon's vertices stay
 * unchanged, and pieces share those along the cut. Neither the rings nor the line may intersect themselves.
 */
export function sliceRings(rings: Rings, line: Ring): readonly Rings[] {
  const wound = windRings(rings)
  const chords = chordsOf(wound, line)
  if (chords.length === 0) return [rings]
  const loops = loopsBetween(wound, chords)
  const outers = loops.filter((loop) => signedRingArea(loop) > 0)
  const parts = wound.filter((ring) => signedRingArea(ring) > 0)
  if (outers.length <= parts.length) return [rings]
  return joinedParts(outers, loops)
}

/** Assigns holes to the outer loops around them. */
function joinedParts(outers: readonly Ring[], loops: readonly Ring[]): readonly Rings[] {
  const sorted = outers.toSorted((a, b) => signedRingArea(a) - signedRingArea(b))
  const pieces = new Map<Ring, Ring[]>(sorted.map((outer) => [outer, [outer]]))
  for (const hole of loops) {
    if (signedRingArea(hole) > 0) continue
    const around = sorted.find((outer) => ringsContain([outer], placeIn(hole)))
    if (around) pieces.get(around)?.push(hole)
  }
  return [...pieces.values()].toReversed()
}

/** Returns a point just inside a hole, beside the middle of its longest edge. */
function placeIn(hole: Ring): Point {
  const longest = edgesOf([hole]).reduce((best, edge) => (lengthOf(edge) > lengthOf(best) ? edge : best))
  const [from, to] = longest
  const middle = between(longest, 0.5)
  // Holes are counter-clockwise, so their inside is on the left.
  return { x: middle.x + (to.y - from.y) * 1e-6, y: middle.y - (to.x - from.x) * 1e-6 }
}

import { type Ring, type Rings, ringsContain, signedRingArea } from '../polygon.ts'
import { windRings } from '../winding.ts'
import { chordsOf } from './chords.ts'
import { loopsBetween } from './faces.ts'
import { between, edgesOf, lengthOf, type Point } from './segments.ts'

/**
 * The pieces of a polygon (even-odd) that a line cuts it into, the largest first, each with its holes; the polygon alone when the line
 * cuts nothing off. An end of the line inside is carried straight on to the outline. The vertices of the polygon stay as they are, and
 * pieces share those along the cut. Neither the rings nor the line may cross themselves.
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

/** Each outer loop with the holes in it. */
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

/** Beside the middle of the longest edge of a hole, on the side of the hole. */
function placeIn(hole: Ring): Point {
  const longest = edgesOf([hole]).reduce((best, edge) => (lengthOf(edge) > lengthOf(best) ? edge : best))
  const [from, to] = longest
  const middle = between(longest, 0.5)
  // Holes run counter-clockwise: what is cut out lies on their left hand.
  return { x: middle.x + (to.y - from.y) * 1e-6, y: middle.y - (to.x - from.x) * 1e-6 }
}

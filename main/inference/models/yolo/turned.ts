import { at, type Ring, signedRingArea } from '#common/geometry/polygon'
import type { Proposals } from './grid.ts'

/** Boxes that are turned about their centers, in pixels of the frame. */
export interface TurnedBoxes {
  /** The corners, clockwise on screen from the one that is at the top left before the turn. */
  ringOf(place: number): Ring
  /** Intersection over union. */
  overlapOf(one: number, other: number): number
}

/** The boxes of predictions that bring an angle along: radians, clockwise on screen. */
export function turnedBoxes({ boxes, extrasOf }: Pick<Proposals, 'boxes' | 'extrasOf'>): TurnedBoxes {
  const rings = new Map<number, Ring>()
  const ringOf = (place: number): Ring => {
    const known = rings.get(place)
    if (known !== undefined) return known
    const ring = turnedRing(boxes.subarray(4 * place, 4 * place + 4), extrasOf(place)[0] ?? 0)
    rings.set(place, ring)
    return ring
  }
  return {
    ringOf,
    overlapOf(one, other) {
      if (!canMeet(boxes, one, other)) return 0
      const [ring, second] = [ringOf(one), ringOf(other)]
      const shared = signedRingArea(intersection(ring, second))
      const united = signedRingArea(ring) + signedRingArea(second) - shared
      return united > 0 ? shared / united : 0
    },
  }
}

function turnedRing(box: Float32Array, angle: number): Ring {
  const [x0, y0, x1, y1] = [at(box, 0), at(box, 1), at(box, 2), at(box, 3)]
  const [x, y, cos, sin] = [(x0 + x1) / 2, (y0 + y1) / 2, Math.cos(angle), Math.sin(angle)]
  const corner = (dx: number, dy: number) => [x + cos * dx - sin * dy, y + sin * dx + cos * dy]
  const [width, height] = [(x1 - x0) / 2, (y1 - y0) / 2]
  return [corner(-width, -height), corner(width, -height), corner(width, height), corner(-width, height)].flat()
}

/** Whether the circles around two boxes meet: most pairs are far apart, and cost no more than this. */
function canMeet(boxes: Float32Array, one: number, other: number): boolean {
  const [a, b] = [4 * one, 4 * other]
  const value = (place: number) => boxes[place] ?? 0
  const across = (value(a) + value(a + 2) - value(b) - value(b + 2)) / 2
  const down = (value(a + 1) + value(a + 3) - value(b + 1) - value(b + 3)) / 2
  const radius = (box: number) => Math.hypot(value(box + 2) - value(box), value(box + 3) - value(box + 1)) / 2
  return Math.hypot(across, down) < radius(a) + radius(b)
}

/** The intersection of two convex rings, both clockwise on screen: one is cut by every side of the other. */
function intersection(ring: Ring, other: Ring): Ring {
  let left = ring
  for (let i = 0; i < other.length && left.length > 0; i += 2) {
    const next = (i + 2) % other.length
    left = cutBySide(left, [at(other, i), at(other, i + 1), at(other, next), at(other, next + 1)])
  }
  return left
}

/** The part of a ring on the right of a line from one point to another. */
function cutBySide(ring: Ring, [x0, y0, x1, y1]: readonly [number, number, number, number]): Ring {
  const depth = (i: number) => (x1 - x0) * (at(ring, i + 1) - y0) - (y1 - y0) * (at(ring, i) - x0)
  const kept: number[] = []
  for (let i = 0; i < ring.length; i += 2) {
    const next = (i + 2) % ring.length
    const [here, there] = [depth(i), depth(next)]
    if (here >= 0) kept.push(at(ring, i), at(ring, i + 1))
    if (here * there >= 0) continue
    const share = here / (here - there)
    kept.push(at(ring, i) + share * (at(ring, next) - at(ring, i)))
    kept.push(at(ring, i + 1) + share * (at(ring, next + 1) - at(ring, i + 1)))
  }
  return kept
}

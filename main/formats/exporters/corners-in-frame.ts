import { mapRing, rotationAbout } from '#common/geometry/affine'
import { boxRing } from '#common/geometry/box'
import { at, type Ring, ringsBounds, signedRingArea } from '#common/geometry/polygon'
import { type RotatedBox, rotatedBoxRing } from '#common/geometry/rotated-box'
import { smallestBoxAround } from '#common/geometry/smallest-box'
import type { Size } from '#common/geometry/space'
import { clipRing } from '../kit/rings.ts'

/**
 * Four corners inside the frame for an object that reaches out of it, for formats that know no corner outside. Readers of such
 * formats fit the smallest rectangle around the four, so the ones that are chosen come nearest, by that rectangle, to the smallest
 * rectangle around the visible part: that rectangle itself where it fits, otherwise four corners of the visible part or its bounds.
 */
export function cornersInFrame(corners: Ring, frame: Size): Ring {
  if (isInside(corners, frame)) return corners
  const visible = clipRing(corners, frame)
  const box = smallestBoxAround([visible], angleOf(corners))
  if (box === undefined) return clampedRing(corners, frame)
  const wanted = rotatedBoxRing(box)
  if (isInside(wanted, frame)) return wanted
  const candidates = [boxRing(ringsBounds([visible])), ...foursOf(visible)]
  const judged = candidates.map((ring) => ({ ring, overlap: overlapWith(ring, box) }))
  const best = judged.reduce((one, other) => (other.overlap > one.overlap + 1e-9 ? other : one))
  return startingNear(best.ring, wanted)
}

function isInside(ring: Ring, { width, height }: Size): boolean {
  return ring.every((value, i) => value >= 0 && value <= (i % 2 === 0 ? width : height))
}

function clampedRing(ring: Ring, { width, height }: Size): Ring {
  return ring.map((value, i) => Math.max(0, Math.min(value, i % 2 === 0 ? width : height)))
}

/** Degrees of the upper side. */
function angleOf(corners: Ring): number {
  return (Math.atan2(at(corners, 3) - at(corners, 1), at(corners, 2) - at(corners, 0)) * 180) / Math.PI
}

/** Every four corners of an outline, in its order; of a triangle its three, the last one twice. A cut rectangle has eight at most. */
function foursOf(ring: Ring): readonly Ring[] {
  const points = Array.from({ length: ring.length / 2 }, (_, i) => [at(ring, 2 * i), at(ring, 2 * i + 1)] as const)
  if (points.length === 3) return [[...points, ...points.slice(2)].flat()]
  return [...choices(points, 4)]
}

/** So many of the points, in every way, in their order. */
function* choices(points: readonly (readonly [number, number])[], count: number): Generator<Ring> {
  if (count === 0) yield []
  else {
    for (const [i, point] of points.entries()) {
      for (const rest of choices(points.slice(i + 1), count - 1)) yield [...point, ...rest]
    }
  }
}

/** How well the smallest rectangle around four corners agrees with a box: shared area by joint area. */
function overlapWith(ring: Ring, box: RotatedBox): number {
  const read = smallestBoxAround([ring], box.angle)
  if (read === undefined) return 0
  const { center, width, height, angle } = box
  const upright = mapRing(rotationAbout(-angle, center), rotatedBoxRing(read))
  const moved = upright.map((value, i) => value - (i % 2 === 0 ? center.x - width / 2 : center.y - height / 2))
  const inside = clipRing(moved, { width, height })
  const shared = inside.length === 0 ? 0 : Math.abs(signedRingArea(inside))
  return shared / (read.width * read.height + width * height - shared)
}

/** The same outline, beginning at the corner that lies nearest to the first one of another. */
function startingNear(ring: Ring, other: Ring): Ring {
  const distance = (i: number) => Math.hypot(at(ring, 2 * i) - at(other, 0), at(ring, 2 * i + 1) - at(other, 1))
  const first = [1, 2, 3].reduce((best, i) => (distance(i) < distance(best) ? i : best), 0)
  return [...ring.slice(2 * first), ...ring.slice(0, 2 * first)]
}

import { mapRing, rotationAbout } from '#common/geometry/affine'
import { boxRing } from '#common/geometry/box'
import { at, type Ring, ringsBounds, signedRingArea } from '#common/geometry/polygon'
import { type RotatedBox, rotatedBoxRing } from '#common/geometry/rotated-box'
import { nearlySmallestBoxesAround } from '#common/geometry/smallest-box'
import type { Size } from '#common/geometry/space'
import { clipRing } from '../kit/rings.ts'

/**
 * As a fraction of the area: readers round, so any rectangle that is larger by at most this may be the one that they
 * find.
 */
const DOUBT = 0.02

/**
 * As a fraction of the area: a rectangle around the visible part that is larger by at most this counts as the smallest.
 */
const ALLOWANCE = 0.1

/** Minimum gain in overlap over the rectangle with the object's own angle. */
const LEAST_GAIN = 0.1

/**
 * Returns four corners inside the frame for an object that extends beyond it, for formats without corners outside.
 * Readers fit the smallest rectangle around the corners, so the result is the choice whose rectangle comes closest to
 * the smallest one around the visible part: that rectangle itself where it fits, otherwise four corners of the visible
 * part or its bounds. If several rectangles of nearly the same size fit around four corners, the worst of them counts.
 */
export function cornersInFrame(corners: Ring, frame: Size): Ring {
  if (isInside(corners, frame)) return corners
  const visible = clipRing(corners, frame)
  const wanted = nearlySmallestBoxesAround([visible], { excess: ALLOWANCE, near: angleOf(corners) })
  const rectangles = [boxRing(ringsBounds([visible])), ...wanted.map(rotatedBoxRing)]
  const candidates = [...rectangles.filter((ring) => isInside(ring, frame)), ...foursOf(visible)].map(readingsOf)
  const [first, ...others] = wanted.map((box) => bestFor(box, candidates))
  if (first === undefined) return clampedRing(corners, frame)
  const best = others.reduce((one, other) => (other.overlap > one.overlap + LEAST_GAIN ? other : one), first)
  return startingNear(best.ring, rotatedBoxRing(best.box))
}

/** Four corners, and the rectangles that readers may find around them. */
interface Candidate {
  readonly ring: Ring
  readonly boxes: readonly RotatedBox[]
}

function readingsOf(ring: Ring): Candidate {
  return { ring, boxes: nearlySmallestBoxesAround([ring], { excess: DOUBT }) }
}

/** Returns the four corners that represent a rectangle best, with the overlap in the worst case. */
function bestFor(box: RotatedBox, candidates: readonly Candidate[]) {
  const judged = candidates.map(({ ring, boxes }) => ({ ring, box, overlap: leastOverlap(boxes, box) }))
  return judged.reduce((one, other) => (other.overlap > one.overlap + 1e-9 ? other : one))
}

function leastOverlap(readings: readonly RotatedBox[], box: RotatedBox): number {
  return readings.length === 0 ? 0 : Math.min(...readings.map((read) => overlapOf(read, box)))
}

/** A computed rectangle may exceed the frame by rounding. */
function isInside(ring: Ring, { width, height }: Size): boolean {
  return ring.every((value, i) => value >= -ROUNDING && value <= (i % 2 === 0 ? width : height) + ROUNDING)
}

/** In pixels. */
const ROUNDING = 1e-9

function clampedRing(ring: Ring, { width, height }: Size): Ring {
  return ring.map((value, i) => Math.max(0, Math.min(value, i % 2 === 0 ? width : height)))
}

/** Returns the angle of the upper side in degrees. */
function angleOf(corners: Ring): number {
  return (Math.atan2(at(corners, 3) - at(corners, 1), at(corners, 2) - at(corners, 0)) * 180) / Math.PI
}

/**
 * Returns every choice of four corners of an outline, in its order; for a triangle its three with the last one
 * repeated. A clipped rectangle has at most eight.
 */
function foursOf(ring: Ring): readonly Ring[] {
  const points = Array.from({ length: ring.length / 2 }, (_, i) => [at(ring, 2 * i), at(ring, 2 * i + 1)] as const)
  if (points.length === 3) return [[...points, ...points.slice(2)].flat()]
  return [...choices(points, 4)]
}

/** Yields every choice of `count` points, in their order. */
function* choices(points: readonly (readonly [number, number])[], count: number): Generator<Ring> {
  if (count === 0) yield []
  else {
    for (const [i, point] of points.entries()) {
      for (const rest of choices(points.slice(i + 1), count - 1)) yield [...point, ...rest]
    }
  }
}

/** Returns the IoU of two boxes. */
function overlapOf(read: RotatedBox, { center, width, height, angle }: RotatedBox): number {
  const upright = mapRing(rotationAbout(-angle, center), rotatedBoxRing(read))
  const moved = upright.map((value, i) => value - (i % 2 === 0 ? center.x - width / 2 : center.y - height / 2))
  const inside = clipRing(moved, { width, height })
  const shared = inside.length === 0 ? 0 : Math.abs(signedRingArea(inside))
  return shared / (read.width * read.height + width * height - shared)
}

/** Rotates the list to start at the corner closest to the first one of another ring. */
function startingNear(ring: Ring, other: Ring): Ring {
  const distance = (i: number) => Math.hypot(at(ring, 2 * i) - at(other, 0), at(ring, 2 * i + 1) - at(other, 1))
  const first = [1, 2, 3].reduce((best, i) => (distance(i) < distance(best) ? i : best), 0)
  return [...ring.slice(2 * first), ...ring.slice(0, 2 * first)]
}

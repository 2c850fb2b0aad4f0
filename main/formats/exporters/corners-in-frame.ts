import { mapRing, rotationAbout } from '#common/geometry/affine'
import { boxRing } from '#common/geometry/box'
import { at, type Ring, ringsBounds, signedRingArea } from '#common/geometry/polygon'
import { type RotatedBox, rotatedBoxRing } from '#common/geometry/rotated-box'
import { nearlySmallestBoxesAround } from '#common/geometry/smallest-box'
import type { Size } from '#common/geometry/space'
import { clipRing } from '../kit/rings.ts'

/** A share of the area: readers round, so each rectangle that is larger by no more than this may be the one that they find. */
const DOUBT = 0.02

/** A share of the area: a rectangle around the visible part that is larger by no more than this is as good as the smallest. */
const ALLOWANCE = 0.1

/** How much better another rectangle has to be told than the one that lies as the object does. */
const LEAST_GAIN = 0.1

/**
 * Four corners inside the frame for an object that reaches out of it, for formats that know no corner outside. Readers of such
 * formats fit the smallest rectangle around the four, so the ones that are chosen come nearest, by that rectangle, to the smallest
 * rectangle around the visible part: that rectangle itself where it fits, otherwise four corners of the visible part or its bounds.
 * Four corners that have several rectangles of nearly the same size around them count by the worst of these.
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

/** The four corners that tell a rectangle best, and how well they tell it at worst. */
function bestFor(box: RotatedBox, candidates: readonly Candidate[]) {
  const judged = candidates.map(({ ring, boxes }) => ({ ring, box, overlap: leastOverlap(boxes, box) }))
  return judged.reduce((one, other) => (other.overlap > one.overlap + 1e-9 ? other : one))
}

function leastOverlap(readings: readonly RotatedBox[], box: RotatedBox): number {
  return readings.length === 0 ? 0 : Math.min(...readings.map((read) => overlapOf(read, box)))
}

/** A computed rectangle may reach out by the rounding of its computation. */
function isInside(ring: Ring, { width, height }: Size): boolean {
  return ring.every((value, i) => value >= -ROUNDING && value <= (i % 2 === 0 ? width : height) + ROUNDING)
}

/** Pixels. */
const ROUNDING = 1e-9

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

/** How well two boxes agree: shared area by joint area. */
function overlapOf(read: RotatedBox, { center, width, height, angle }: RotatedBox): number {
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

import { type Box, boxContains } from '#common/geometry/box'
import { at, type Ring, type Rings, ringsContain, signedRingArea } from '#common/geometry/polygon'
import type { Pyramid } from '../image/raster.ts'
import type { Place } from '../image/window.ts'
import { type ClosedPath, closedPaths } from './closed-path.ts'
import { edgeCosts } from './edges.ts'
import { likeness } from './likeness.ts'
import { type Merit, meritOf, surroundings } from './merit.ts'
import { type PolarView, placeOn, polarView, RAYS } from './polar.ts'

/** Where to search: the object lies inside the limits, and with a box it extends to its sides. */
export interface Field {
  readonly limits: Box
  readonly isBoxed: boolean
}

/** A contour that may be the border of an object. */
export interface Proposal extends Merit {
  /** One outline, or several by the even-odd rule. */
  readonly rings: Rings
  readonly area: number
}

const START_RAYS = [0, 16, 32, 48, 64, 80]
const DEAREST = 0.5
/** A contour that mostly follows the limits is not an object. */
const MOST_LIMIT = 0.8
/** The best contours are traced again from their own center, around which they are rounder. */
const RECENTRED = 2
const BOX_PULL = 0.25
const MOST_RATED = 32
/** IoU above which only the better of two contours is kept. */
const SAME = 0.8

/** Returns contours around a point, best first, all different. */
export function proposalsAt(pyramid: Pyramid, place: Place, field: Field): readonly Proposal[] {
  const seen = distinct(proposalsFrom(pyramid, place, field))
  const middles = seen.slice(0, RECENTRED).map(({ rings: [ring = []] }) => centroid(ring))
  const again = middles
    .filter((middle) => boxContains(field.limits, middle))
    .flatMap((middle) => proposalsFrom(pyramid, middle, field))
    .filter(({ rings }) => ringsContain(rings, place))
  return distinct([...seen, ...again])
}

/** Returns the area of rings whose holes are wound the other way than their borders. */
export function ringsArea(rings: Rings): number {
  return Math.abs(rings.reduce((sum, ring) => sum + signedRingArea(ring), 0))
}

/** Keeps the best of similar predictions, best first. */
export function distinct(proposals: readonly Proposal[]): readonly Proposal[] {
  const kept: Proposal[] = []
  for (const next of proposals.toSorted((a, b) => b.merit - a.merit)) {
    if (!kept.some((better) => areAlike(better, next))) kept.push(next)
  }
  return kept
}

function areAlike(a: Proposal, b: Proposal): boolean {
  const most = Math.min(a.area, b.area) / Math.max(a.area, b.area)
  return most >= SAME && likeness(a.rings, b.rings) >= SAME
}

function proposalsFrom(pyramid: Pyramid, pole: Place, { limits, isBoxed }: Field): readonly Proposal[] {
  const view = polarView(pyramid, pole, limits)
  const costs = edgeCosts(view, isBoxed ? BOX_PULL : 0)
  const paths = START_RAYS.flatMap((ray) => closedPaths(costs, ray))
  const closed = paths.filter((path) => path.cost < DEAREST && limitShare(view, path) < MOST_LIMIT)
  const around = surroundings(view, costs)
  return oneOfEach(closed).map((path) => {
    const ring = ringOf(view, path)
    return { rings: [ring], area: ringsArea([ring]), ...meritOf(around, path, ring) }
  })
}

/** Many starts lead to the same contour. Returns the cheapest ones without duplicates. */
function oneOfEach(paths: readonly ClosedPath[]): readonly ClosedPath[] {
  const kept: ClosedPath[] = []
  for (const path of paths.toSorted((a, b) => a.cost - b.cost)) {
    if (kept.length === MOST_RATED) break
    if (!kept.some((other) => ringsApart(other, path) < RAYS / 4)) kept.push(path)
  }
  return kept
}

function ringsApart(a: ClosedPath, b: ClosedPath): number {
  let sum = 0
  for (let ray = 0; ray < RAYS; ray++) sum += Math.abs((a.rings[ray] ?? 0) - (b.rings[ray] ?? 0))
  return sum
}

function limitShare({ reach }: PolarView, { rings }: ClosedPath): number {
  return rings.filter((ring, ray) => ring === (reach[ray] ?? 0) - 1).length / RAYS
}

function ringOf({ pole }: PolarView, { rings }: ClosedPath): Ring {
  return Array.from(rings).flatMap((ring, ray) => {
    const { x, y } = placeOn(pole, ray, ring + 0.5)
    return [x, y]
  })
}

function centroid(ring: Ring): Place {
  let [x, y, doubled] = [0, 0, 0]
  for (let i = 0; i < ring.length; i += 2) {
    const next = (i + 2) % ring.length
    const cross = at(ring, i) * at(ring, next + 1) - at(ring, next) * at(ring, i + 1)
    doubled += cross
    x += (at(ring, i) + at(ring, next)) * cross
    y += (at(ring, i + 1) + at(ring, next + 1)) * cross
  }
  return { x: x / (3 * doubled), y: y / (3 * doubled) }
}

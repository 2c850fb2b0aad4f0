import { type Box, boxArea, clipBox } from '#common/geometry/box'
import { type Rings, ringsBounds, ringsContain } from '#common/geometry/polygon'
import type { Pyramid } from '../image/raster.ts'
import type { Place } from '../image/window.ts'
import { floodedArea } from './flood.ts'
import { distinct, type Field, type Proposal, proposalsAt } from './proposals.ts'

/** The prompts for an object, in pixels of the image's finest level. */
export interface Wish extends Field {
  /** Points that belong to the object, and points that do not. */
  readonly belongs: readonly Place[]
  readonly apart: readonly Place[]
}

/** A first outline of the object: areas to add and areas to subtract, each with holes. */
export interface Guess {
  readonly added: readonly Rings[]
  readonly removed: readonly Rings[]
}

const MOST_GUESSES = 3
/** An outline whose merit is lower than the best by more than this is not offered. */
const WIDEST_GAP = 0.15
/** Number of points used for contours; the cut considers all of them. */
const MOST_POLES = 3
/** Penalty of a contour that misses all included points, or contains all excluded ones. */
const DISOBEDIENCE = 0.1
/** Reward for a contour that fills the box from side to side. */
const TIGHTNESS = 0.6

/** Returns up to three guesses, the most likely first. */
export function guessesFor(pyramid: Pyramid, wish: Wish): readonly Guess[] {
  const seen = new Map<Place, readonly Proposal[]>()
  const around = (place: Place) => {
    const known = seen.get(place) ?? proposalsAt(pyramid, place, wish)
    seen.set(place, known)
    return known
  }
  const poles = polesOf(wish)
  const contours = poles.flatMap(around)
  const areas = wish.isBoxed ? [] : poles.slice(0, 1).flatMap((pole) => floodedArea(pyramid, pole, wish) ?? [])
  const proposals = distinct([...contours, ...areas].map((proposal) => weighed(proposal, wish)))
  return readingsOf(proposals).map(({ rings }) => corrected(rings, wish, around))
}

/** Returns the best contour, the best one for an object in one piece, and the next best ones. */
function readingsOf([best, ...rest]: readonly Proposal[]): readonly Proposal[] {
  if (!best) return []
  const others = rest.filter(({ merit }) => merit > best.merit - WIDEST_GAP)
  const calmest = others.toSorted((a, b) => b.calmMerit - a.calmMerit).slice(0, 1)
  const next = others.filter((other) => !calmest.includes(other))
  return [best, ...calmest, ...next].slice(0, MOST_GUESSES)
}

function polesOf({ belongs, limits, isBoxed }: Wish): readonly Place[] {
  const middle = { x: (limits.x0 + limits.x1) / 2, y: (limits.y0 + limits.y1) / 2 }
  return isBoxed && belongs.length === 0 ? [middle] : belongs.slice(0, MOST_POLES)
}

function weighed(proposal: Proposal, { belongs, apart, limits, isBoxed }: Wish): Proposal {
  const holds = (place: Place) => ringsContain(proposal.rings, place)
  const missed = share(belongs, (place) => !holds(place))
  const taken = share(apart, holds)
  const tightness = isBoxed ? TIGHTNESS * fit(proposal.rings, limits) : 0
  const weight = tightness - DISOBEDIENCE * (missed + taken)
  return { ...proposal, merit: proposal.merit + weight, calmMerit: proposal.calmMerit + weight }
}

function share(places: readonly Place[], isMeant: (place: Place) => boolean): number {
  return places.length === 0 ? 0 : places.filter(isMeant).length / places.length
}

/** Returns the IoU of the bounds of an outline and the box. */
function fit(rings: Rings, box: Box): number {
  const bounds = ringsBounds(rings)
  const { width, height } = { width: box.x1 - box.x0, height: box.y1 - box.y0 }
  const shifted = { x0: bounds.x0 - box.x0, y0: bounds.y0 - box.y0, x1: bounds.x1 - box.x0, y1: bounds.y1 - box.y0 }
  const shared = clipBox(shifted, { width, height })
  return shared ? boxArea(shared) / (boxArea(bounds) + boxArea(box) - boxArea(shared)) : 0
}

/** Adds areas around missed points and removes areas around excluded ones. */
function corrected(rings: Rings, { belongs, apart }: Wish, around: (place: Place) => readonly Proposal[]): Guess {
  const without = (place: Place, excluded: readonly Place[]) =>
    around(place).find((proposal) => !excluded.some((other) => ringsContain(proposal.rings, other)))?.rings ?? []
  const missed = belongs.filter((place) => !ringsContain(rings, place))
  const taken = apart.filter((place) => ringsContain(rings, place))
  return {
    added: [rings, ...missed.map((place) => without(place, apart))],
    removed: taken.map((place) => without(place, belongs)),
  }
}

import { hasArea, isPlaced, type Shape, shapeBounds } from '#common/annotation/shape'
import type { LabelChange, LabelPlace } from '#common/contract/version-diff'
import { type Box, boxArea } from '#common/geometry/box'
import type { ClassId } from '#common/ids'
import { contentOf, LINE_REACH, labelAgreement } from './agreement.ts'

/** From here on a label lies where it lay: people cannot see the difference. */
const SAME_PLACE = 0.95
/** From here on it moved a little, below it moved far. */
const NEAR_PLACE = 0.75
/** Labels without a common id are taken for the same object from here on, as evaluations of detectors do. */
const SAME_OBJECT = 0.5
/** Of more labels on top of each other nobody can tell which became which: they are told as removed and added. */
const MOST_PAIRS = 20_000

/** Whether a class of the version before is a class of the one after. */
export type SameClass = (before: ClassId, after: ClassId) => boolean

/** Whether two labels may be the same one; undefined when not, else how sure that is, 0…1. */
type Likeness = (before: Shape, after: Shape) => number | undefined

/**
 * Changes of the annotations of one image. The same annotation is found by its id; the rest by class and agreement, the best pair first;
 * what is left then under another class, when it lies in the same place. Nothing is matched twice. The other way round the same pairs are
 * found, and added annotations are removed ones.
 */
export function matchLabels(
  before: readonly Shape[],
  after: readonly Shape[],
  isSameClass: SameClass,
): readonly LabelChange[] {
  const byId = pairById(before, after)
  const byContent = pairAlike(byId, isSameClass)
  const byClass = pairBest(byContent, (one, other) =>
    isSameClass(one.classId, other.classId) ? atLeast(SAME_OBJECT, labelAgreement(one, other)) : undefined,
  )
  const byPlace = pairBest(byClass, (one, other) =>
    // Of several classes for the whole image nobody can tell which one took the place of which.
    one.kind === 'whole' && (before.length > 1 || after.length > 1)
      ? undefined
      : atLeast(SAME_PLACE, labelAgreement(one, other)),
  )
  return [
    ...byPlace.pairs.map(([one, other]) => keptLabel(one, other, isSameClass)),
    ...byPlace.before.map((shape) => ({ kind: 'removed' as const, before: shape })),
    ...byPlace.after.map((shape) => ({ kind: 'added' as const, after: shape })),
  ]
}

interface Pairing {
  readonly pairs: readonly (readonly [before: Shape, after: Shape])[]
  /** Shapes that have no partner yet. */
  readonly before: readonly Shape[]
  readonly after: readonly Shape[]
}

function pairById(before: readonly Shape[], after: readonly Shape[]): Pairing {
  const waiting = new Map(after.map((shape) => [shape.id, shape]))
  const pairs: [Shape, Shape][] = []
  for (const shape of before) {
    const same = waiting.get(shape.id)
    if (same === undefined || !isComparable(shape, same)) continue
    waiting.delete(shape.id)
    pairs.push([shape, same])
  }
  return withoutPaired({ pairs: [], before, after }, pairs)
}

/** A label of a part of the image that became one of the whole image is another label. */
function isComparable(a: Shape, b: Shape): boolean {
  return isPlaced(a) ? isPlaced(b) : a.kind === b.kind
}

/** Labels that say the same and stand under the same class, the first of each with the first: what was only written anew. */
function pairAlike(pairing: Pairing, isSameClass: SameClass): Pairing {
  const waiting = Map.groupBy(pairing.after, contentOf)
  const pairs: [Shape, Shape][] = []
  for (const shape of pairing.before) {
    const alike = waiting.get(contentOf(shape)) ?? []
    const place = alike.findIndex(({ classId }) => isSameClass(shape.classId, classId))
    const same = alike[place]
    if (same === undefined) continue
    alike.splice(place, 1)
    pairs.push([shape, same])
  }
  return withoutPaired(pairing, pairs)
}

interface Candidate {
  readonly one: number
  readonly other: number
  readonly likeness: number
}

/** The likeliest pair first, then the likeliest of those left. */
function pairBest(pairing: Pairing, likenessOf: Likeness): Pairing {
  const { before, after } = pairing
  const pairs: [Shape, Shape][] = []
  const [taken, takenAfter] = [new Set<number>(), new Set<number>()]
  for (const { one, other } of candidatesOf(before, after, likenessOf).sort(byLikeness)) {
    const [left, right] = [before[one], after[other]]
    if (taken.has(one) || takenAfter.has(other) || left === undefined || right === undefined) continue
    taken.add(one)
    takenAfter.add(other)
    pairs.push([left, right])
  }
  return withoutPaired(pairing, pairs)
}

function candidatesOf(before: readonly Shape[], after: readonly Shape[], likenessOf: Likeness): Candidate[] {
  return nearPairs(before, after).flatMap(([one, other]) => {
    const [left, right] = [before[one], after[other]]
    const likeness = left && right && likenessOf(left, right)
    return likeness === undefined ? [] : [{ one, other, likeness }]
  })
}

function nearPairs(before: readonly Shape[], after: readonly Shape[]): readonly (readonly [number, number])[] {
  const places = after.map(reachOf)
  const near: [number, number][] = []
  for (const [one, shape] of before.entries()) {
    const place = reachOf(shape)
    for (const [other, there] of places.entries()) if (isNear(place, there)) near.push([one, other])
    if (near.length > MOST_PAIRS) return []
  }
  return near
}

/**
 * Equally likely pairs in an order that is the same both ways round: two pairs that this order leaves equal have no label in
 * common, so that both are taken.
 */
function byLikeness(a: Candidate, b: Candidate): number {
  return (
    b.likeness - a.likeness ||
    a.one + a.other - (b.one + b.other) ||
    Math.min(a.one, a.other) - Math.min(b.one, b.other)
  )
}

function reachOf(shape: Shape): Box | undefined {
  if (!isPlaced(shape)) return undefined
  const { x0, y0, x1, y1 } = shapeBounds(shape)
  const reach = hasArea(shape) ? 0 : LINE_REACH
  return { x0: x0 - reach, y0: y0 - reach, x1: x1 + reach, y1: y1 + reach }
}

/** Labels of one object have much the same bounds; that is looked at first, since outlines take longer to compare. */
function isNear(a: Box | undefined, b: Box | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  const width = Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)
  const height = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0)
  if (width <= 0 || height <= 0) return false
  const shared = width * height
  return shared >= SAME_OBJECT * (boxArea(a) + boxArea(b) - shared)
}

function withoutPaired({ pairs, before, after }: Pairing, found: readonly (readonly [Shape, Shape])[]): Pairing {
  const gone = new Set(found.flat())
  return {
    pairs: [...pairs, ...found],
    before: before.filter((shape) => !gone.has(shape)),
    after: after.filter((shape) => !gone.has(shape)),
  }
}

function keptLabel(before: Shape, after: Shape, isSameClass: SameClass): LabelChange {
  const agreement = labelAgreement(before, after)
  const place = isPlaced(before) && isPlaced(after) ? placeOf(agreement, before.kind === after.kind) : 'same'
  return {
    kind: 'kept',
    before,
    after,
    agreement,
    place,
    isReclassed: !isSameClass(before.classId, after.classId),
    isReworded: before.kind === 'text' && agreement < 1,
  }
}

/** A box that became an outline, or the other way round, is not what it was however well it covers it. */
function placeOf(agreement: number, isSameKind: boolean): LabelPlace {
  if (agreement < NEAR_PLACE) return 'far'
  return agreement >= SAME_PLACE && isSameKind ? 'same' : 'near'
}

function atLeast(least: number, agreement: number): number | undefined {
  return agreement >= least ? agreement : undefined
}

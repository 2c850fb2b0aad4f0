import type { RebalanceRequest } from '#common/contract/splits'
import type { ClassId } from '#common/ids'
import { SPLITS, type Split, type SplitCounts, totalOf } from '#common/split'
import type { PlacedImage, PlannedMove, SplitImage } from './ports.ts'

/**
 * How many of `total` images each split gets: largest remainders, ties in the order train, valid, test. A share of 0 gets none.
 * Shares are relative and must not all be 0. https://en.wikipedia.org/wiki/Largest_remainders_method (Hare quota)
 */
export function targetCounts(total: number, shares: SplitCounts): SplitCounts {
  const sum = totalOf(shares)
  const exact = SPLITS.map((split) => ({ split, ideal: (total * shares[split]) / sum }))
  const counts = { train: 0, valid: 0, test: 0 }
  for (const { split, ideal } of exact) counts[split] = Math.floor(ideal)
  const byRemainder = exact.toSorted((a, b) => (b.ideal % 1) - (a.ideal % 1))
  for (const { split } of byRemainder.slice(0, total - totalOf(counts))) counts[split] += 1
  return counts
}

/** The fewest moves that lead from one set of counts to another of the same total. */
export function fewestMoves(now: SplitCounts, target: SplitCounts): number {
  return SPLITS.reduce((sum, split) => sum + Math.max(0, now[split] - target[split]), 0)
}

export function countSplits(images: readonly { readonly split: Split }[]): SplitCounts {
  const counts = { train: 0, valid: 0, test: 0 }
  for (const { split } of images) counts[split] += 1
  return counts
}

/**
 * Puts each image into the group that a shuffle of each batch shuffles by itself: its annotation job once that is completed,
 * else the batch it was uploaded in.
 */
export function inGroups(images: readonly PlacedImage[], completedJobs: ReadonlySet<string>): SplitImage[] {
  return images.map(({ id, split, classes, batch, job }) => ({
    id,
    split,
    classes,
    group: job !== undefined && completedJobs.has(job) ? `job|${job}` : batch,
  }))
}

/** The images a rebalance may touch: with classes chosen, only those that hold shapes of these classes and of no others. */
export function movable(images: readonly SplitImage[], classes: readonly ClassId[]): readonly SplitImage[] {
  if (classes.length === 0) return images
  const chosen = new Set<ClassId>(classes)
  return images.filter((image) => image.classes.length > 0 && image.classes.every((id) => chosen.has(id)))
}

/**
 * The moves that a request asks for. `shuffled` puts a list into an order that depends only on the request's seed; it decides which
 * images move where there is a choice. Choosing classes forces the fewest-moves method, as the specification says.
 */
export function planMoves(images: readonly SplitImage[], request: RebalanceRequest, shuffled: Shuffle): PlannedMove[] {
  const touched = movable(images, request.classes)
  if (!isShuffle(request)) return moveFewest(touched, request.shares, shuffled)
  if (!countsGroups(request)) return dealOut(touched, request.shares, shuffled)
  const groups = Map.groupBy(touched, ({ group }) => group)
  return [...groups].flatMap(([group, members]) =>
    dealOut(members, request.shares, (items, label) => shuffled(items, `${group}|${label}`)),
  )
}

/** Whether every image is dealt out again. */
export function isShuffle({ mode, classes }: RebalanceRequest): boolean {
  return mode === 'shuffle' && classes.length === 0
}

/** Whether it matters which group an image is in. */
export function countsGroups(request: RebalanceRequest): boolean {
  return isShuffle(request) && request.grouping === 'batch'
}

/** Orders a copy of `items` by chance; `label` keeps the draws of separate lists independent. */
export type Shuffle = <Item>(items: readonly Item[], label: string) => Item[]

function moveFewest(images: readonly SplitImage[], shares: SplitCounts, shuffled: Shuffle): PlannedMove[] {
  const now = countSplits(images)
  const target = targetCounts(images.length, shares)
  const places = SPLITS.flatMap((split) => Array<Split>(Math.max(0, target[split] - now[split])).fill(split))
  const leaving = SPLITS.flatMap((split) => {
    const members = images.filter((image) => image.split === split)
    return shuffled(members, split).slice(0, Math.max(0, now[split] - target[split]))
  })
  return leaving.flatMap((image, index) => {
    const to = places[index]
    return to === undefined ? [] : [{ image: image.id, from: image.split, to }]
  })
}

function dealOut(images: readonly SplitImage[], shares: SplitCounts, shuffled: Shuffle): PlannedMove[] {
  const target = targetCounts(images.length, shares)
  const places = SPLITS.flatMap((split) => Array<Split>(target[split]).fill(split))
  return shuffled(images, 'all').flatMap((image, index) => {
    const to = places[index]
    return to === undefined || to === image.split ? [] : [{ image: image.id, from: image.split, to }]
  })
}

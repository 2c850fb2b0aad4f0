import { SPLITS, type Split, type SplitCounts, totalOf } from '#common/split'

/** The usual cut of a dataset. */
export const USUAL_SHARES: SplitCounts = { train: 70, valid: 20, test: 10 }

/** The grip between train and valid, and the one between valid and test. */
export const GRIPS = ['train-valid', 'valid-test'] as const
export type Grip = (typeof GRIPS)[number]

/** Whole percents that sum to 100, the largest remainders rounded up; undefined when every share is 0. */
export function toPercents(shares: SplitCounts): SplitCounts | undefined {
  const total = totalOf(shares)
  if (total === 0) return undefined
  const exact = SPLITS.map((split) => ({ split, percent: (shares[split] * 100) / total }))
  const percents = { train: 0, valid: 0, test: 0 }
  for (const { split, percent } of exact) percents[split] = Math.floor(percent)
  const byRemainder = exact.toSorted((a, b) => (b.percent % 1) - (a.percent % 1))
  for (const { split } of byRemainder.slice(0, 100 - totalOf(percents))) percents[split] += 1
  return percents
}

/** Where the grip stands on the bar, 0…100, and between which places it can move. */
export function gripRange(
  percents: SplitCounts,
  grip: Grip,
): { readonly at: number; readonly min: number; readonly max: number } {
  const { train, valid } = percents
  return grip === 'train-valid'
    ? { at: train, min: 0, max: train + valid }
    : { at: train + valid, min: train, max: 100 }
}

/** The shares after the grip was moved to a place on the bar; the part on its other side gives or takes. */
export function moveGrip(percents: SplitCounts, grip: Grip, place: number): SplitCounts {
  const { min, max } = gripRange(percents, grip)
  const at = Math.min(max, Math.max(min, Math.round(place)))
  const { train, valid, test } = percents
  return grip === 'train-valid'
    ? { train: at, valid: train + valid - at, test }
    : { train, valid: at - train, test: 100 - at }
}

/** Images each part would hold if every image could move freely. */
export function idealCounts(total: number, shares: SplitCounts): SplitCounts {
  const sum = totalOf(shares)
  if (sum === 0) return { train: 0, valid: 0, test: 0 }
  const train = Math.round((total * shares.train) / sum)
  const valid = Math.min(total - train, Math.round((total * shares.valid) / sum))
  return { train, valid, test: total - train - valid }
}

/** Parts that stay more than a rounding away from their share. */
export function missedSplits(shares: SplitCounts, after: SplitCounts): readonly Split[] {
  const ideal = idealCounts(totalOf(after), shares)
  return SPLITS.filter((split) => Math.abs(ideal[split] - after[split]) > 1)
}

import { SPLITS, type Split, type SplitCounts, totalOf } from '#common/split'
import { percent } from '#renderer/words/format'

/** Tenths of a percent in 100 %. */
const PARTS = 1000

/**
 * Returns the percentage of each split with one decimal. They add up to 100 % (largest remainder method); all are 0
 * without images.
 */
export function splitPercents(counts: SplitCounts): Readonly<Record<Split, string>> {
  const total = Math.max(1, totalOf(counts))
  const restOf = (split: Split) => ((counts[split] / total) * PARTS) % 1
  const missing = Math.round(SPLITS.reduce((sum, split) => sum + restOf(split), 0))
  const raised = SPLITS.toSorted((a, b) => restOf(b) - restOf(a)).slice(0, missing)
  const shown = (split: Split) =>
    percent((Math.floor((counts[split] / total) * PARTS) + (raised.includes(split) ? 1 : 0)) / PARTS, 1)
  return { train: shown('train'), valid: shown('valid'), test: shown('test') }
}

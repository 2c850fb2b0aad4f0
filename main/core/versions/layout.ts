import { NO_IMAGES, type Split, type SplitCounts } from '#common/split'
import { isOn, type VersionSettings } from '#common/versions/settings'
import type { PartOutline } from './ports.ts'

/** Whether steps decide how many images come of a source: then the sources are looked at before the first is made. */
export function hasParts({ preprocessing }: VersionSettings): boolean {
  const { tile, isolate, 'filter-null': filterNull } = preprocessing
  return isOn(tile) || isOn(isolate) || isOn(filterNull)
}

/** Which parts of which sources a version holds; the order is that of the sources. */
export interface Layout {
  partsOf(position: number): readonly number[]
  readonly counts: SplitCounts
  /** The training images, for mosaics. */
  readonly train: readonly TrainPart[]
}

export interface TrainPart {
  readonly position: number
  readonly part: number
}

export interface OutlinedSource {
  readonly position: number
  readonly split: Split
  readonly parts: readonly PartOutline[]
}

/** Leaves out images without labels where more of them would be than `filter-null` lets in. */
export function layOut(sources: readonly OutlinedSource[], { preprocessing }: VersionSettings): Layout {
  const limits = nullLimits(sources, preprocessing['filter-null']?.percent ?? 0)
  const parts = new Map<number, readonly number[]>()
  const counts = { ...NO_IMAGES }
  const train: TrainPart[] = []
  for (const { position, split, parts: all } of sources) {
    const kept = all.filter(({ nullRank }) => nullRank === undefined || nullRank < limits[split])
    const numbers = kept.map(({ part }) => part)
    parts.set(position, numbers)
    counts[split] += numbers.length
    if (split === 'train') for (const part of numbers) train.push({ position, part })
  }
  return { partsOf: (position) => parts.get(position) ?? [], counts, train }
}

/**
 * The rank from which on images without labels are left out, so that at least `percent` of the images of each split have labels:
 * beside `a` labeled ones, `a · (100 − p) / p` others may stay.
 */
function nullLimits(sources: readonly OutlinedSource[], percent: number): SplitCounts {
  const limits = { train: Infinity, valid: Infinity, test: Infinity }
  if (percent === 0) return limits
  for (const [split, group] of Map.groupBy(sources, (source) => source.split)) {
    const parts = group.flatMap((source) => source.parts)
    const ranks = Float64Array.from(parts.flatMap(({ nullRank }) => nullRank ?? [])).sort()
    const stays = Math.floor(((parts.length - ranks.length) * (100 - percent)) / percent)
    limits[split] = ranks[stays] ?? Infinity
  }
  return limits
}

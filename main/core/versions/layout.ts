import { NO_PICTURES, type Split, type SplitCounts } from '#common/split'
import { isOn, type VersionSettings } from '#common/versions/settings'
import type { PartOutline } from './ports.ts'

/** Whether steps decide how many pictures come of a source: then the sources are looked at before the first is made. */
export function hasParts({ preprocessing }: VersionSettings): boolean {
  const { tile, isolate, 'filter-null': filterNull } = preprocessing
  return isOn(tile) || isOn(isolate) || isOn(filterNull)
}

/** Which parts of which sources a version holds; the order is that of the sources. */
export interface Layout {
  partsOf(position: number): readonly number[]
  readonly counts: SplitCounts
  /** The training pictures, for mosaics. */
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

/** Leaves out pictures without labels where more of them would be than `filter-null` lets in. */
export function layOut(sources: readonly OutlinedSource[], { preprocessing }: VersionSettings): Layout {
  const dropped = droppedNulls(sources, preprocessing['filter-null']?.percent ?? 0)
  const parts = new Map<number, readonly number[]>()
  const counts = { ...NO_PICTURES }
  const train: TrainPart[] = []
  for (const { position, split, parts: all } of sources) {
    const kept = all.filter(({ part }) => !dropped.has(`${position}:${part}`)).map(({ part }) => part)
    parts.set(position, kept)
    counts[split] += kept.length
    if (split === 'train') train.push(...kept.map((part) => ({ position, part })))
  }
  return { partsOf: (position) => parts.get(position) ?? [], counts, train }
}

/** At least `percent` of the pictures of each split have labels: with a labelled ones, `a · (100 − p) / p` others may stay. */
function droppedNulls(sources: readonly OutlinedSource[], percent: number): ReadonlySet<string> {
  const dropped = new Set<string>()
  if (percent === 0) return dropped
  for (const group of Map.groupBy(sources, ({ split }) => split).values()) {
    const parts = group.flatMap(({ position, parts: all }) => all.map((part) => ({ ...part, position })))
    const nulls = parts.filter(({ nullRank }) => nullRank !== undefined)
    const annotated = parts.length - nulls.length
    const stays = Math.floor((annotated * (100 - percent)) / percent)
    const ordered = nulls.toSorted((a, b) => ((a.nullRank ?? '') < (b.nullRank ?? '') ? -1 : 1))
    for (const { position, part } of ordered.slice(stays)) dropped.add(`${position}:${part}`)
  }
  return dropped
}

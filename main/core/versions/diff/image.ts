import type { DiffMark, LabelChange } from '#common/contract/version-diff'
import type { FrozenSource } from '../model.ts'
import { matchLabels, type SameClass } from './match.ts'

/** One source image as each version froze it; at least one of them has it. */
export interface SourcePair {
  readonly before: FrozenSource | undefined
  readonly after: FrozenSource | undefined
}

/** The labels of an image that came in are all added, those of one that went out all removed. */
export function labelChanges({ before, after }: SourcePair, isSameClass: SameClass): readonly LabelChange[] {
  return matchLabels(before?.shapes ?? [], after?.shapes ?? [], isSameClass)
}

/** Everything there is to say of an image; nothing for one that is the same in both. */
export function marksOf(pair: SourcePair, labels: readonly LabelChange[]): readonly DiffMark[] {
  if (pair.before === undefined) return ['in']
  if (pair.after === undefined) return ['out']
  const marks = new Set(labels.flatMap(labelMarks))
  return pair.before.split === pair.after.split ? [...marks] : ['split', ...marks]
}

/** Marks of an annotation's change; none when it is as it was. */
export function labelMarks(change: LabelChange): readonly LabelMark[] {
  if (change.kind !== 'kept') return [change.kind]
  const { place, isReclassed, isReworded } = change
  return [
    ...(place === 'same' ? [] : [place]),
    ...(isReclassed ? ['reclassed' as const] : []),
    ...(isReworded ? ['reworded' as const] : []),
  ]
}

export const LABEL_MARKS = ['added', 'removed', 'far', 'near', 'reclassed', 'reworded'] as const
export type LabelMark = (typeof LABEL_MARKS)[number]

import type { DiffFilter, DiffRow, LabelChange } from '#common/contract/version-diff'
import type { Labelling } from '#renderer/kit/display/project-type'
import { percent, plural } from '#renderer/kit/format'
import type { Choice } from './choice.ts'

/** What the figures are called; a filter is called after its figure. */
export const FILTER_NAMES: Readonly<Record<DiffFilter, string>> = {
  all: 'Differ',
  in: 'Came in',
  out: 'Went out',
  split: 'Changed split',
  labels: 'Changed labels',
  added: 'Added',
  removed: 'Removed',
  near: 'Moved a little',
  far: 'Moved far',
  reclassed: 'Class changed',
  reworded: 'Reworded',
}

/** "2 added, 1 moved far, 1 in another class": what became of the labels of a picture, without those that stayed. */
export function rowWords({ before, after, labels }: Pick<DiffRow, 'before' | 'after' | 'labels'>): string {
  const labelled = labels.length === 0 ? 'nothing to label' : plural(labels.length, 'label')
  if (before === null) return `Came in with ${labelled}`
  if (after === null) return `Went out with ${labelled}`
  const parts = COUNTED.flatMap(({ words, test }) => {
    const amount = labels.filter(test).length
    return amount === 0 ? [] : [`${amount} ${words}`]
  })
  return parts.length === 0 ? 'Labels as before' : parts.join(', ')
}

interface Counted {
  readonly words: string
  readonly test: (change: LabelChange) => boolean
}

const COUNTED: readonly Counted[] = [
  { words: 'added', test: ({ kind }) => kind === 'added' },
  { words: 'removed', test: ({ kind }) => kind === 'removed' },
  { words: 'moved far', test: (change) => change.kind === 'kept' && change.place === 'far' },
  { words: 'moved a little', test: (change) => change.kind === 'kept' && change.place === 'near' },
  { words: 'in another class', test: (change) => change.kind === 'kept' && change.isReclassed },
  { words: 'reworded', test: (change) => change.kind === 'kept' && change.isReworded },
]

/** "Moved far, 41 % overlap" for one label; undefined for one that is as it was. */
export function changeWords(change: LabelChange): string | undefined {
  if (change.kind === 'added') return 'Added'
  if (change.kind === 'removed') return 'Removed'
  const { place, agreement, isReclassed, isReworded } = change
  const parts = [
    ...(isReclassed ? ['class changed'] : []),
    ...(place === 'same'
      ? []
      : [`${place === 'near' ? 'moved a little' : 'moved far'}, ${percent(agreement)} overlap`]),
    ...(isReworded ? ['reworded'] : []),
  ]
  const sentence = parts.join('; ')
  return sentence === '' ? undefined : sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/** How the labels of the two versions are told apart. */
export function legendOf(labelling: Labelling, { from, to }: Pick<Choice, 'from' | 'to'>): string {
  if (labelling === 'places') return `Dashed: version ${from}. Solid: version ${to}. Faint: the same in both.`
  return `Struck through: version ${from}. Otherwise: version ${to}.`
}

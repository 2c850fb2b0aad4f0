import type { DiffFilter, DiffRow, LabelChange } from '#common/contract/version-diff'
import type { Labelling } from '#renderer/data/project-type'
import { percent } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import type { Choice } from './choice.ts'

/** Names of the figures; a filter is called after its figure. */
export const FILTER_NAMES: Readonly<Record<DiffFilter, string>> = {
  all: t('Differ'),
  in: t('Added images'),
  out: t('Removed images'),
  split: t('Changed split'),
  labels: t('Changed annotations'),
  added: t('Added'),
  removed: t('Removed'),
  near: t('Moved slightly'),
  far: t('Moved far'),
  reclassed: t('Class changed'),
  reworded: t('Reworded'),
}

/** "2 added, 1 moved far, 1 in another class": what became of the labels of an image, without those that stayed. */
export function rowWords({ before, after, labels }: Pick<DiffRow, 'before' | 'after' | 'labels'>): string {
  const isBackground = labels.length === 0
  const labelled = t('{{count}} annotations', { count: labels.length })
  if (before === null) return isBackground ? t('Added as background') : t('Added with {{labels}}', { labels: labelled })
  if (after === null)
    return isBackground ? t('Removed as background') : t('Removed with {{labels}}', { labels: labelled })
  const parts = COUNTED.flatMap(({ words, test }) => {
    const amount = labels.filter(test).length
    return amount === 0 ? [] : [words(amount)]
  })
  return parts.length === 0 ? t('Annotations unchanged') : parts.join(', ')
}

interface Counted {
  readonly words: (amount: number) => string
  readonly test: (change: LabelChange) => boolean
}

const COUNTED: readonly Counted[] = [
  { words: (amount) => t('{{amount}} added', { amount }), test: ({ kind }) => kind === 'added' },
  { words: (amount) => t('{{amount}} removed', { amount }), test: ({ kind }) => kind === 'removed' },
  {
    words: (amount) => t('{{amount}} moved far', { amount }),
    test: (change) => change.kind === 'kept' && change.place === 'far',
  },
  {
    words: (amount) => t('{{amount}} moved slightly', { amount }),
    test: (change) => change.kind === 'kept' && change.place === 'near',
  },
  {
    words: (amount) => t('{{amount}} in another class', { amount }),
    test: (change) => change.kind === 'kept' && change.isReclassed,
  },
  {
    words: (amount) => t('{{amount}} reworded', { amount }),
    test: (change) => change.kind === 'kept' && change.isReworded,
  },
]

/** "Moved far, 41 % overlap" for one label; undefined for one that is as it was. */
export function changeWords(change: LabelChange): string | undefined {
  if (change.kind === 'added') return t('Added')
  if (change.kind === 'removed') return t('Removed')
  const { place, agreement, isReclassed, isReworded } = change
  const overlap = percent(agreement)
  const parts = [
    ...(isReclassed ? [t('class changed')] : []),
    ...(place === 'same'
      ? []
      : [
          place === 'near'
            ? t('moved slightly, {{overlap}} overlap', { overlap })
            : t('moved far, {{overlap}} overlap', { overlap }),
        ]),
    ...(isReworded ? [t('reworded')] : []),
  ]
  const sentence = parts.join('; ')
  return sentence === '' ? undefined : sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/** How the labels of the two versions are told apart. */
export function legendOf(labelling: Labelling, { from, to }: Pick<Choice, 'from' | 'to'>): string {
  if (labelling === 'places')
    return t('Dashed: version {{from}}. Solid: version {{to}}. Faint: the same in both.', { from, to })
  return t('Struck through: version {{from}}. Otherwise: version {{to}}.', { from, to })
}

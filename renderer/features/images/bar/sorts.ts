import type { ImageSort } from '#common/contract/images'
import { TRIAGE_SORTS } from '#renderer/kit/app/image-query'
import type { SelectOption } from '#renderer/kit/controls/select'

interface SortWords {
  readonly label: string
  /** What the order means, where its name does not say it. */
  readonly about?: string
}

/** The orders that the menu offers always; a table has more, by its heads. */
const PLAIN = ['added', 'newest', 'name', 'most-shapes', 'fewest-shapes'] as const satisfies readonly ImageSort[]

/** Each order in words. `labels`: what the labels of the project are called. */
export function sortWords(labels: string): Readonly<Record<ImageSort, SortWords>> {
  return {
    added: { label: 'Order added' },
    newest: { label: 'Newest first' },
    name: { label: 'Name' },
    'name-reversed': { label: 'Name, Z to A' },
    'most-shapes': { label: `Most ${labels}` },
    'fewest-shapes': { label: `Fewest ${labels}` },
    split: { label: 'Split' },
    'split-reversed': { label: 'Split, test first' },
    state: { label: 'State' },
    'state-reversed': { label: 'State, not started first' },
    batch: { label: 'Batch' },
    'batch-reversed': { label: 'Batch, Z to A' },
    'most-classes': { label: 'Most classes' },
    'fewest-classes': { label: 'Fewest classes' },
    largest: { label: 'Largest' },
    smallest: { label: 'Smallest' },
    'most-tags': { label: 'Most tags' },
    'fewest-tags': { label: 'Fewest tags' },
    'most-proposals': { label: 'Most proposals' },
    'fewest-proposals': { label: 'Fewest proposals' },
    alike: { label: 'Best match' },
    disagreement: { label: 'Disagreement', about: 'Where models and labels differ most' },
    novelty: { label: 'Novelty', about: 'What looks least like anything labelled' },
    findings: {
      label: 'Findings',
      about: 'Labels that deserve a look: doubled, outside, tiny, crossing themselves or of an odd size',
    },
  }
}

/** What a machine can say of the pictures. */
export interface SortContext {
  readonly now: ImageSort
  /** Whether the pictures look like one. */
  readonly isLike: boolean
  readonly canTriage: boolean
}

/** What can be chosen: the usual orders, and the one that is on. */
export function sortOptions(labels: string, { now, isLike, canTriage }: SortContext): SelectOption<ImageSort>[] {
  const words = sortWords(labels)
  const offered = new Set<ImageSort>([
    ...(isLike ? ['alike' as const] : []),
    ...PLAIN,
    ...(canTriage ? TRIAGE_SORTS : []),
    now,
  ])
  return [...offered].map((value) => ({ value, ...words[value] }))
}

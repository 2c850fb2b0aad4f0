import type { ImageSort } from '#common/contract/images'
import { TRIAGE_SORTS } from '#renderer/ui/app/image-query'
import type { SelectOption } from '#renderer/ui/controls/select'
import { t } from '#renderer/words/words'

interface SortWords {
  readonly label: string
  /** Explanation of the order, where its name is not enough. */
  readonly about?: string
}

/** The orders that the menu offers always; a table has more, by its heads. */
const PLAIN = ['added', 'newest', 'name', 'most-shapes', 'fewest-shapes'] as const satisfies readonly ImageSort[]

/** Each order in words. `labels`: what the labels of the project are called. */
export function sortWords(labels: string): Readonly<Record<ImageSort, SortWords>> {
  return {
    added: { label: t('Order added') },
    newest: { label: t('Newest first') },
    name: { label: t('Name') },
    'name-reversed': { label: t('Name, Z to A') },
    'most-shapes': { label: t('Most {{labels}}', { labels }) },
    'fewest-shapes': { label: t('Fewest {{labels}}', { labels }) },
    split: { label: t('Split') },
    'split-reversed': { label: t('Split, test first') },
    state: { label: t('State') },
    'state-reversed': { label: t('State, not started first') },
    batch: { label: t('Batch') },
    'batch-reversed': { label: t('Batch, Z to A') },
    'most-classes': { label: t('Most classes') },
    'fewest-classes': { label: t('Fewest classes') },
    largest: { label: t('Largest') },
    smallest: { label: t('Smallest') },
    'most-tags': { label: t('Most tags') },
    'fewest-tags': { label: t('Fewest tags') },
    'most-proposals': { label: t('Most suggestions') },
    'fewest-proposals': { label: t('Fewest suggestions') },
    alike: { label: t('Best match') },
    disagreement: { label: t('Disagreement'), about: t('Images where models and annotations differ most') },
    novelty: { label: t('Novelty'), about: t('Images least similar to those already labeled') },
    findings: {
      label: t('Findings'),
      about: t(
        'Annotations that deserve a look: duplicate, outside the image, tiny, self-crossing or of an unusual size',
      ),
    },
  }
}

/** Conditions that decide which orders are offered. */
export interface SortContext {
  readonly now: ImageSort
  /** Whether the images look like one. */
  readonly isLike: boolean
  readonly canTriage: boolean
}

/** The orders to choose from: the usual ones, and the one in use. */
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

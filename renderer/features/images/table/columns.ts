import type { ImageSort } from '#common/contract/images'
import { t } from '#renderer/words/words'

export type ColumnName = (typeof COLUMN_NAMES)[number]

/** Columns that can be chosen, in their order. The name of the image stands before them and is always there. */
export const COLUMN_NAMES = [
  'split',
  'state',
  'shapes',
  'classes',
  'proposals',
  'size',
  'tags',
  'batch',
  'added',
] as const

export const USUAL_COLUMNS: readonly ColumnName[] = ['split', 'state', 'shapes', 'classes', 'size', 'tags', 'added']

export interface Column {
  readonly head: string
  /** As CSS knows the width of a track. */
  readonly width: string
  readonly isNumber?: true
  /** The order that a first press on the head asks for, and that of the second. */
  readonly sorts: readonly [ImageSort, ImageSort]
  /** Whether the first of the two begins with the least. */
  readonly isAscendingFirst: boolean
}

export const COLUMNS: Readonly<Record<ColumnName | 'name', Column>> = {
  name: {
    head: t('Name'),
    width: 'minmax(10.625rem, 2fr)',
    sorts: ['name', 'name-reversed'],
    isAscendingFirst: true,
  },
  split: { head: t('Split|of an image'), width: '4.25rem', sorts: ['split', 'split-reversed'], isAscendingFirst: true },
  state: { head: t('State'), width: '6.125rem', sorts: ['state', 'state-reversed'], isAscendingFirst: true },
  shapes: {
    head: t('Annotations'),
    width: '6rem',
    isNumber: true,
    sorts: ['most-shapes', 'fewest-shapes'],
    isAscendingFirst: false,
  },
  classes: {
    head: t('Classes'),
    width: 'minmax(6rem, 1.6fr)',
    sorts: ['most-classes', 'fewest-classes'],
    isAscendingFirst: false,
  },
  proposals: {
    head: t('Suggestions'),
    width: '5.5rem',
    isNumber: true,
    sorts: ['most-proposals', 'fewest-proposals'],
    isAscendingFirst: false,
  },
  size: { head: t('Size'), width: '6.25rem', isNumber: true, sorts: ['largest', 'smallest'], isAscendingFirst: false },
  tags: { head: t('Tags'), width: 'minmax(5rem, 1fr)', sorts: ['most-tags', 'fewest-tags'], isAscendingFirst: false },
  batch: {
    head: t('Batch'),
    width: 'minmax(6.875rem, 1fr)',
    sorts: ['batch', 'batch-reversed'],
    isAscendingFirst: true,
  },
  added: { head: t('Added'), width: '5.75rem', sorts: ['newest', 'added'], isAscendingFirst: false },
}

/** The order after a press on the head of a column: its first order, or the other one when that is on. */
export function nextSort({ sorts: [first, second] }: Column, now: ImageSort): ImageSort {
  return now === first ? second : first
}

/** For the head of a column, as ARIA says it. */
export function sortState({ sorts: [first, second], isAscendingFirst }: Column, now: ImageSort) {
  if (now !== first && now !== second) return 'none'
  return (now === first) === isAscendingFirst ? 'ascending' : 'descending'
}

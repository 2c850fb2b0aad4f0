import type { Facets, ImageFilter, ImageState } from '#common/contract/images'
import type { LabelClass } from '#common/contract/projects'
import { SPLIT_NAMES } from '#renderer/ui/display/marks'
import { REVIEW_NAMES } from '#renderer/ui/review/words'
import { t } from '#renderer/words/words'

export const STATE_NAMES: Readonly<Record<ImageState, string>> = {
  done: t('Done|state'),
  started: t('In progress'),
  todo: t('Not started|of an image'),
}

/** The list with the value if it was not in it, else without. */
export function flip<Value>(values: readonly Value[] | undefined, value: Value): Value[] {
  const now = values ?? []
  return now.includes(value) ? now.filter((each) => each !== value) : [...now, value]
}

export function withProposals(filter: ImageFilter, isOn: boolean): ImageFilter {
  return { ...filter, hasProposals: isOn ? true : undefined }
}

export interface ActiveFilter {
  readonly key: string
  readonly label: string
  readonly without: ImageFilter
}

/** Names and classes behind the identifiers of a filter. */
export interface FilterNames {
  readonly classes: readonly LabelClass[]
  readonly facets: Facets | undefined
  /** Of the image that others are to look like. */
  readonly like: string | undefined
}

/** The active filters in words, each with the filter that is left without it. */
export function activeFilters(filter: ImageFilter, names: FilterNames): ActiveFilter[] {
  const classNames = new Map(names.classes.map(({ id, name }) => [id, name]))
  const batchNames = new Map(names.facets?.batches.map(({ id, name }) => [id, name]))
  const { splits = [], classes: classIds = [], batches = [], states = [] } = filter
  return [
    ...splits.map((split) => ({
      key: split,
      label: SPLIT_NAMES[split],
      without: { ...filter, splits: flip(splits, split) },
    })),
    ...classIds.map((id) => ({
      key: id,
      label: hasWords(classNames.get(id)),
      without: { ...filter, classes: flip(classIds, id) },
    })),
    ...batches.map((id) => ({
      key: id,
      label: batchNames.get(id) ?? t('Batch'),
      without: { ...filter, batches: flip(batches, id) },
    })),
    ...states.map((state) => ({
      key: state,
      label: STATE_NAMES[state],
      without: { ...filter, states: flip(states, state) },
    })),
    ...reviewFilters(filter),
    ...lookFilters(filter, names),
  ]
}

function hasWords(name: string | undefined): string {
  return name === undefined ? t('Has a class') : t('Has {{name}}', { name })
}

function reviewFilters(filter: ImageFilter): ActiveFilter[] {
  const { reviews = [], hasOpenComments } = filter
  const comments = {
    key: 'comments',
    label: t('Has open comments'),
    without: { ...filter, hasOpenComments: undefined },
  }
  return [
    ...reviews.map((review) => ({
      key: review,
      label: REVIEW_NAMES[review],
      without: { ...filter, reviews: flip(reviews, review) },
    })),
    ...(hasOpenComments ? [comments] : []),
  ]
}

function lookFilters(filter: ImageFilter, { like }: FilterNames): ActiveFilter[] {
  const proposals = { key: 'proposals', label: t('Has suggestions'), without: withProposals(filter, false) }
  const alike = {
    key: 'like',
    label: like === undefined ? t('Similar to one image') : t('Similar to {{image}}', { image: like }),
    without: { ...filter, like: undefined },
  }
  return [...(filter.hasProposals ? [proposals] : []), ...(filter.like === undefined ? [] : [alike])]
}

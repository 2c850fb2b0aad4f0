import type { Facets, ImageFilter, ImageSort, ImageState } from '#common/contract/images'
import type { JobView } from '#common/contract/jobs'
import type { LabelClass } from '#common/contract/projects'
import { isTriage, TRIAGE_WORDS } from '#renderer/ui/app/image-query'
import { SPLIT_NAMES } from '#renderer/ui/display/marks'
import { REVIEW_NAMES } from '#renderer/ui/review/words'
import { midSentence } from '#renderer/words/mid-sentence'
import { t } from '#renderer/words/words'
import type { QueueQuery } from '../../effects/queue/queue-query.ts'

interface Names {
  readonly classes: readonly LabelClass[] | undefined
  readonly facets: Facets | undefined
  readonly job: JobView | undefined
}

const STATE_WORDS: Readonly<Record<ImageState, string>> = {
  todo: t('not started'),
  started: t('started'),
  done: t('done'),
}

function searchWords(search: string, job: JobView | undefined): string {
  return job === undefined ? search : t('Job {{name}}', { name: job.name })
}

/** Where the images stand with those who review, and with models. */
function saidWords({ reviews = [], hasOpenComments, hasProposals }: ImageFilter): string[] {
  return [
    reviews.map((review) => midSentence(REVIEW_NAMES[review])).join(', '),
    hasOpenComments ? t('with open comments') : '',
    hasProposals ? t('with suggestions') : '',
  ]
}

function lookWords({ like }: ImageFilter, sort: ImageSort): string[] {
  return [like === undefined ? '' : t('similar images'), isTriage(sort) ? TRIAGE_WORDS[sort] : '']
}

/** Which images a queue holds, as "Batch Nov 18 · unfinished". */
export function filterWords(
  { filter, sort }: Pick<QueueQuery, 'filter' | 'sort'>,
  { classes, facets, job }: Names,
): string {
  const { splits = [], states = [], batches = [], text, search = '' } = filter
  const isUnfinished = states.length === 2 && !states.includes('done')
  const parts = [
    batches.map((id) => facets?.batches.find((batch) => batch.id === id)?.name ?? t('batch')).join(', '),
    splits.map((split) => SPLIT_NAMES[split]).join(', '),
    (filter.classes ?? []).map((id) => classes?.find((each) => each.id === id)?.name ?? t('class')).join(', '),
    isUnfinished ? t('unfinished') : states.map((state) => STATE_WORDS[state]).join(', '),
    ...saidWords(filter),
    text === undefined || text === '' ? '' : t('“{{text}}”', { text }),
    searchWords(search, job),
    ...lookWords(filter, sort),
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

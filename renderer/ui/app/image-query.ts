import { Reviewed } from '#common/annotation/review'
import { type ImageFilter, type ImageQuery, ImageSort, ImageState } from '#common/contract/images'
import { BatchId, ClassId, ImageId, type ProjectSlug } from '#common/ids'
import { Split } from '#common/split'
import { t } from '#renderer/words/words'

export type TriageSort = Extract<ImageSort, 'disagreement' | 'novelty' | 'findings'>

/** Sort orders that put the images most worth checking first. */
export const TRIAGE_SORTS = ['disagreement', 'novelty', 'findings'] as const satisfies readonly TriageSort[]

export const TRIAGE_WORDS: Readonly<Record<TriageSort, string>> = {
  disagreement: t('most disagreement'),
  novelty: t('most novel'),
  findings: t('most findings'),
}

/** Returns the next triage order, or the first one after any other order. */
export function nextTriage(sort: ImageSort): TriageSort {
  const place = TRIAGE_SORTS.findIndex((each) => each === sort)
  return TRIAGE_SORTS[(place + 1) % TRIAGE_SORTS.length] ?? 'disagreement'
}

export function isTriage(sort: ImageSort): sort is TriageSort {
  return TRIAGE_SORTS.some((each) => each === sort)
}

/**
 * Reads the query of the Images page from address parameters:
 * `?split=train,valid&class=…&batch=…&state=…&review=rejected&comments=open&proposals=true&like=…&q=…&sort=name`. The
 * annotate page gets the same parameters, so its queue is the list that was shown.
 */
export function readImageQuery(project: ProjectSlug, params: URLSearchParams): ImageQuery {
  const search = params.get('q') ?? ''
  const like = ImageId.safeParse(params.get('like'))
  const filter: ImageFilter = {
    ...listOf('splits', params.get('split'), Split),
    ...listOf('classes', params.get('class'), ClassId),
    ...listOf('batches', params.get('batch'), BatchId),
    ...listOf('states', params.get('state'), ImageState),
    ...listOf('reviews', params.get('review'), Reviewed),
    ...(params.get('proposals') === 'true' && { hasProposals: true }),
    ...(params.get('comments') === 'open' && { hasOpenComments: true }),
    ...(like.success && { like: like.data }),
    ...(search !== '' && { search }),
  }
  const sort = ImageSort.safeParse(params.get('sort'))
  return { project, filter, sort: sort.success ? sort.data : 'added' }
}

/** Returns the address parameters of a query. Absent ones are undefined, so that `setParams` removes them. */
export function imageQueryParams({
  filter,
  sort,
}: Pick<ImageQuery, 'filter' | 'sort'>): Record<string, string | undefined> {
  return {
    split: joined(filter.splits),
    class: joined(filter.classes),
    batch: joined(filter.batches),
    state: joined(filter.states),
    review: joined(filter.reviews),
    comments: filter.hasOpenComments === true ? 'open' : undefined,
    proposals: filter.hasProposals === true ? 'true' : undefined,
    like: filter.like,
    q: filter.search === undefined || filter.search === '' ? undefined : filter.search,
    sort: sort === 'added' ? undefined : sort,
  }
}

/** Returns whether any filter is on. */
export function isFiltered(filter: ImageFilter): boolean {
  return Object.values(filter).some((value) => value === true || (value !== undefined && value.length > 0))
}

interface Parser<Value> {
  safeParse(value: unknown): { readonly success: true; readonly data: Value } | { readonly success: false }
}

function listOf<Name extends string, Value>(name: Name, text: string | null, parser: Parser<Value>) {
  const values = (text ?? '').split(',').flatMap((each) => {
    const parsed = parser.safeParse(each)
    return parsed.success ? [parsed.data] : []
  })
  return values.length === 0 ? {} : record(name, values)
}

function record<Name extends string, Value>(name: Name, value: Value): { readonly [Key in Name]?: Value } {
  const made: { [Key in Name]?: Value } = {}
  made[name] = value
  return made
}

function joined(values: readonly string[] | undefined): string | undefined {
  return values === undefined || values.length === 0 ? undefined : values.join(',')
}

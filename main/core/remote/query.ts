import type { ImageFilter, ImageState } from '#common/contract/images'
import type { Refusal } from '#common/errors'
import type { ClassId } from '#common/ids'
import { ok, type Result } from '#common/result'
import { readSearch } from '#common/search/parse'
import { printSearch } from '#common/search/print'
import type { SearchQuery } from '#common/search/query'

/** The remote's names for things that screens name by identifiers. */
export interface RemoteNames {
  readonly classOf: (id: ClassId) => string | undefined
  /** Of a batch or job; a name that stands for nothing else is that itself. */
  readonly idOf: (id: string) => string
}

/** The filter of a screen in the query language; undefined when it lets everything through. */
export function promptOf(filter: ImageFilter, names: RemoteNames): Result<string | undefined, Refusal> {
  const asked = readSearch(filter.search ?? '')
  if (!asked.ok) return asked
  const parts: SearchQuery[] = listsOf(filter, names)
    .filter((list) => list.length > 0)
    .map(anyOf)
  if (asked.value.kind !== 'all') parts.push(inTheirWords(asked.value, names))
  const [only] = parts
  if (only === undefined) return ok(undefined)
  return ok(printSearch(parts.length === 1 ? only : { kind: 'and', parts }))
}

/** The alternatives of each list of a filter. */
function listsOf(filter: ImageFilter, { classOf, idOf }: RemoteNames): SearchQuery[][] {
  const { splits = [], classes = [], batches = [], states = [], reviews = [], text = '' } = filter
  return [
    splits.map((split) => ({ kind: 'split', split })),
    classes.map((id) => ({ kind: 'class', name: classOf(id) ?? id })),
    batches.map((id) => ({ kind: 'batch', name: idOf(id) })),
    labelledParts(states),
    reviews.map((review) => ({ kind: 'review', review })),
    filter.hasOpenComments ? [{ kind: 'comments', is: true }] : [],
    filter.hasProposals ? [{ kind: 'predictions', is: true }] : [],
    text === '' ? [] : [{ kind: 'filename', text }],
  ]
}

function inTheirWords(query: SearchQuery, names: RemoteNames): SearchQuery {
  if (query.kind === 'not') return { ...query, of: inTheirWords(query.of, names) }
  if (query.kind === 'batch') return { ...query, name: names.idOf(query.name) }
  if (query.kind === 'job') return { ...query, name: query.name && names.idOf(query.name) }
  const isList = query.kind === 'and' || query.kind === 'or'
  return isList ? { ...query, parts: query.parts.map((part) => inTheirWords(part, names)) } : query
}

/** The API tells labeled images from the others; none of them is in progress. */
function labelledParts(states: readonly ImageState[]): SearchQuery[] {
  const parts: SearchQuery[] = states.flatMap((state) =>
    state === 'started' ? [] : [{ kind: 'labelled', is: state === 'done' }],
  )
  return states.length > 0 && parts.length === 0 ? [NOTHING] : parts
}

const NOTHING: SearchQuery = {
  kind: 'and',
  parts: [
    { kind: 'labelled', is: true },
    { kind: 'labelled', is: false },
  ],
}

function anyOf(parts: readonly SearchQuery[]): SearchQuery {
  const [only] = parts
  return only !== undefined && parts.length === 1 ? only : { kind: 'or', parts }
}

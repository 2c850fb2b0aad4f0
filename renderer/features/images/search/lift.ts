import type { Facets, ImageFilter } from '#common/contract/images'
import type { LabelClass } from '#common/contract/projects'
import { parseSearch } from '#common/search/parse'
import { printSearch } from '#common/search/print'
import type { SearchQuery } from '#common/search/query'

export interface LiftNames {
  readonly classes: readonly Pick<LabelClass, 'id' | 'name'>[]
  readonly batches: Facets['batches']
}

/**
 * The same filter with the words that boxes of the filter column stand for lifted out of the text: `split:train quay` becomes
 * the box Train and the text `quay`. Words that no box can say stay: a second split beside a first one finds nothing, two boxes
 * find either.
 */
export function liftTerms(filter: ImageFilter, names: LiftNames): ImageFilter {
  const query = parseSearch(filter.search ?? '')
  if (!query.ok) return filter
  const parts = query.value.kind === 'and' ? query.value.parts : [query.value]
  const rest: SearchQuery[] = []
  let lifted = filter
  for (const part of parts) {
    const next = withTerm(lifted, part, names)
    if (next === undefined) rest.push(part)
    else lifted = next
  }
  return lifted === filter ? filter : { ...lifted, search: textOf(rest) }
}

function textOf(rest: readonly SearchQuery[]): string {
  const [only] = rest
  if (only === undefined) return ''
  return printSearch(rest.length === 1 ? only : { kind: 'and', parts: rest })
}

function withTerm(filter: ImageFilter, term: SearchQuery, names: LiftNames): ImageFilter | undefined {
  if (term.kind === 'class' || term.kind === 'batch') return withNamed(filter, term, names)
  if (term.kind === 'split' && isFree(filter.splits)) return { ...filter, splits: [term.split] }
  if (term.kind === 'state' && isFree(filter.states)) return { ...filter, states: [term.state] }
  return withReview(filter, term)
}

function withReview(filter: ImageFilter, term: SearchQuery): ImageFilter | undefined {
  if (term.kind === 'review' && isFree(filter.reviews)) return { ...filter, reviews: [term.review] }
  return term.kind === 'comments' && term.is ? { ...filter, hasOpenComments: true } : undefined
}

type NamedTerm = Extract<SearchQuery, { kind: 'class' | 'batch' | 'tag' }>

function withNamed(filter: ImageFilter, { kind, name }: NamedTerm, names: LiftNames): ImageFilter | undefined {
  if (kind === 'class') {
    const id = isFree(filter.classes) ? idOf(names.classes, name) : undefined
    return id && { ...filter, classes: [id] }
  }
  const id = isFree(filter.batches) ? idOf(names.batches, name) : undefined
  return id && { ...filter, batches: [id] }
}

function isFree(list: readonly unknown[] | undefined): boolean {
  return list === undefined || list.length === 0
}

/** Of the one that has the name, in any case; when several have it, none is meant alone. */
function idOf<Id>(all: readonly { readonly id: Id; readonly name: string }[], name: string): Id | undefined {
  const wanted = name.toLowerCase()
  const [found, ...others] = all.filter((each) => each.name.toLowerCase() === wanted)
  return others.length === 0 ? found?.id : undefined
}

import type { SearchQuery } from '#common/search/query'
import type { Bind, Place } from '../sql/any-case.sql.ts'
import { type Asked, askedByTerm } from './search-terms.ts'

/** The values that parameters stand for. */
type Values = Readonly<Record<string, string | number>>

/** A condition on `image i` with the values that its parameters stand for. */
export interface Conditions {
  readonly where: string
  readonly values: Values
}

/**
 * The condition of a query. What was written goes in by parameters only. `scope` is the SQL list of the projects that are
 * searched: names of classes and batches are those of these projects.
 */
export function searchConditions(query: SearchQuery, scope: string): Conditions {
  const { asked, values } = askedBySearch(query, scope)
  return { where: asText(asked), values }
}

/** The same taken apart, for who joins the lists by themselves. */
export function askedBySearch(query: SearchQuery, scope: string): { readonly asked: Asked; readonly values: Values } {
  const values: Record<string, string | number> = {}
  const bind: Bind = (value) => {
    const name = `search${Object.keys(values).length}`
    values[name] = value
    return `@${name}`
  }
  return { asked: askedBy(query, { bind, scope }), values }
}

/** Whether a query picks its images out of a list, of those with a tag perhaps: that is long, and gathered before the first is found. */
export function picksFromList(query: SearchQuery): boolean {
  if ('parts' in query) return query.parts.some(picksFromList)
  return query.kind === 'metadata' ? query.value !== null : LISTED.has(query.kind)
}

/** `not` is none of them: what is in no list is found at once. */
const LISTED: ReadonlySet<SearchQuery['kind']> = new Set(['word', 'tag', 'class', 'job', 'attribute', 'lacks'])

const ANYTHING: Asked = { columns: [], within: [], without: [] }

function askedBy(query: SearchQuery, place: Place): Asked {
  if (query.kind === 'all') return ANYTHING
  if (query.kind === 'not') return opposite(askedBy(query.of, place))
  if (!('parts' in query)) return askedByTerm(query, place)
  const parts = query.parts.map((part) => askedBy(part, place))
  return query.kind === 'and' ? together(parts) : either(parts)
}

export function together(parts: readonly Asked[]): Asked {
  return {
    columns: parts.flatMap(({ columns }) => columns),
    within: parts.flatMap(({ within }) => within),
    without: parts.flatMap(({ without }) => without),
  }
}

function opposite(asked: Asked): Asked {
  const { columns, within, without } = asked
  const isOne = columns.length === 0 && within.length + without.length === 1
  return isOne ? { columns, within: without, without: within } : { ...ANYTHING, columns: [`NOT ${asText(asked)}`] }
}

function either(parts: readonly Asked[]): Asked {
  const isLists = parts.every(
    ({ columns, within, without }) => columns.length + without.length === 0 && within.length === 1,
  )
  return isLists
    ? { ...ANYTHING, within: [`SELECT * FROM (${together(parts).within.join(' UNION ')})`] }
    : { ...ANYTHING, columns: [`(${parts.map(asText).join(' OR ')})`] }
}

/**
 * One condition. Lists are joined before images are looked up in them: with a list for each, a query may be answered by trying
 * every entry of one with every entry of the other, which takes minutes.
 */
function asText({ columns, within, without }: Asked): string {
  const inLists = within.length > 0 ? [`i.seq IN (${[within.join(' INTERSECT '), ...without].join(' EXCEPT ')})`] : []
  const inNone = within.length === 0 && without.length > 0 ? [`NOT i.seq IN (${without.join(' UNION ALL ')})`] : []
  const all = [...columns, ...inLists, ...inNone]
  return all.length === 0 ? 'TRUE' : `(${all.join(' AND ')})`
}

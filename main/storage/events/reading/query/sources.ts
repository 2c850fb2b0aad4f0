import type { EventQuery } from '#common/events/query'
import type { ValueRange } from './ranges.ts'
import type { QuerySql } from './statements.ts'

/** A span of `created_at` in microseconds; the end is exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

export type Direction = EventQuery['direction']

/** Entries of one index. Each refers to an event by its key, which is its `created_at`. */
export interface KeySource {
  /** Table, index and condition, to which more conditions can be appended. */
  readonly from: string
  readonly key: 'created_at' | 'event'
  readonly params: readonly (string | number)[]
  /** Set if the entries are in the order of their values instead of their keys. */
  readonly range?: { readonly metadataKey: string; readonly values: ValueRange }
}

/** Source of all events. */
export const ALL_EVENTS: KeySource = { from: 'event WHERE TRUE', key: 'created_at', params: [] }

/** Returns the first `count` keys in a span, in the given direction. */
export function keysOf(
  sql: QuerySql,
  sources: readonly KeySource[],
  { span, direction, count }: { readonly span: Span; readonly direction: Direction; readonly count: number },
): number[] {
  const take = (source: KeySource, most: number) =>
    sql.numbers(keysText(source, direction)).all(...source.params, span.start, span.end, most)
  const [only] = sources
  if (only !== undefined && sources.length === 1) return take(only, count)

  let each = Math.min(count, Math.max(16, Math.ceil((4 * count) / sources.length)))
  let lists = sources.map((source) => take(source, each))
  for (;;) {
    const most = each
    const merged = mergedLists(lists, most, direction)
    if (merged.length >= count || lists.every((list) => list.length < most)) return merged.slice(0, count)
    // A list was cut before the others gave enough, so it may contain the next keys.
    each = Math.min(count, each * 4)
    lists = lists.map((list, index) => {
      const source = sources[index]
      return list.length < most || source === undefined ? list : take(source, each)
    })
  }
}

/** Returns the reliable part of the merged order: nothing beyond the nearest end of a list that was cut at `most`. */
function mergedLists(lists: readonly number[][], most: number, direction: Direction): number[] {
  const sign = direction === 'asc' ? 1 : -1
  const merged = Float64Array.from(lists.flat(), (key) => sign * key).sort()
  const cuts = lists.flatMap((list) => (list.length < most ? [] : list.slice(-1)))
  const sure = Math.min(...cuts.map((key) => sign * key))
  return Array.from(
    merged.filter((key) => key <= sure),
    (key) => sign * key,
  )
}

/** Returns SQL for the keys of one index in a span, in time order. */
export function keysText({ from, key }: KeySource, direction: Direction): string {
  return `SELECT ${key} AS value FROM ${from} AND ${key} >= ? AND ${key} < ? ORDER BY ${key} ${direction} LIMIT ?`
}

/** Returns the key after `count` others; undefined when there are no more. */
export function keyBehind(
  sql: QuerySql,
  { from, key, params }: KeySource,
  { span, direction, count }: { readonly span: Span; readonly direction: Direction; readonly count: number },
): number | undefined {
  const text = `SELECT ${key} FROM ${from} AND ${key} >= ? AND ${key} < ? ORDER BY ${key} ${direction} LIMIT 1 OFFSET ?`
  return sql.numbers(text).get(...params, span.start, span.end, count)
}

/** Returns the number of entries of any age, counting at most `most`. */
export function countUpTo(sql: QuerySql, sources: readonly KeySource[], most: number): number {
  let count = 0
  for (const { from, params } of sources) {
    if (count >= most) return most
    count += sql.numbers(`SELECT count(*) FROM (SELECT 1 FROM ${from} LIMIT ?)`).get(...params, most - count) ?? 0
  }
  return count
}

/** Returns the part of a span after a key. */
export function spanBehind(span: Span, key: number, direction: Direction): Span {
  return direction === 'asc' ? { start: key + 1, end: span.end } : { start: span.start, end: key }
}

/** Returns the part of a span up to and including a key. */
export function spanUpTo(span: Span, key: number, direction: Direction): Span {
  return direction === 'asc' ? { start: span.start, end: key + 1 } : { start: key, end: span.end }
}

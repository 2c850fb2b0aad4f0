import { DRAFTS, IS_FINAL } from './conditions.ts'
import { type KeySource, keysOf, keysText, type Span, spanBehind } from './sources.ts'
import type { CountedEntries, QuerySql } from './statements.ts'

/** Counting this many entries takes a few milliseconds. */
const COUNTED_ENTRIES = 50_000
/** Fetching and testing this many events takes about as long. */
const FETCHED_KEYS = 4096

/** Counts the entries of indexes in a span, in pieces; short indexes share a piece. */
export function* countedPieces(
  sql: QuerySql,
  sources: readonly KeySource[],
  { span, includeDrafts }: { readonly span: Span; readonly includeDrafts: boolean },
): Generator<number> {
  let count = 0
  for (const source of sources) {
    let left: Span | undefined = span
    while (left !== undefined) {
      const { walked, fitting, last } = countPiece(sql, source, { span: left, includeDrafts })
      count += fitting
      left = walked === COUNTED_ENTRIES ? spanBehind(left, last, 'asc') : undefined
      if (left === undefined) continue
      yield count
      count = 0
    }
  }
  yield count
}

/** Looks up first whether there are drafts among the entries, in the same snapshot. Mostly there are none. */
function countPiece(
  sql: QuerySql,
  source: KeySource,
  { span, includeDrafts }: { readonly span: Span; readonly includeDrafts: boolean },
): CountedEntries {
  sql.begin.run()
  try {
    const hasDrafts = !includeDrafts && keysOf(sql, [DRAFTS], { span, direction: 'asc', count: 1 }).length > 0
    const piece = sql.pieces(pieceText(source, hasDrafts))
    return piece.get(...source.params, span.start, span.end, COUNTED_ENTRIES) ?? { walked: 0, fitting: 0, last: 0 }
  } finally {
    sql.commit.run()
  }
}

export function pieceText(source: KeySource, leavesDraftsOut: boolean): string {
  const fitting = leavesDraftsOut ? `count(*) FILTER (WHERE ${IS_FINAL.where})` : 'count(*)'
  return `SELECT count(*) AS walked, ${fitting} AS fitting, max(k.value) AS last FROM (${keysText(source, 'asc')}) k`
}

/** Yields the keys of an index in a span, in pieces and in the order of the index, which may not be that of time. */
export function* keyPieces(sql: QuerySql, source: KeySource, span: Span): Generator<readonly number[]> {
  if (source.range !== undefined) return yield* rangePieces(sql, source.range, span)
  let left: Span | undefined = span
  while (left !== undefined) {
    const keys = keysOf(sql, [source], { span: left, direction: 'asc', count: FETCHED_KEYS })
    const last = keys.length < FETCHED_KEYS ? undefined : keys.at(-1)
    left = last === undefined ? undefined : spanBehind(left, last, 'asc')
    yield keys
  }
}

function* rangePieces(
  sql: QuerySql,
  { metadataKey, values: { from, to } }: NonNullable<KeySource['range']>,
  { start, end }: Span,
): Generator<readonly number[]> {
  let behind = from
  for (;;) {
    const params = [metadataKey, ...behind.params, ...to.params, FETCHED_KEYS]
    const entries = sql.keyedValues(rangeText(behind.where, to.where)).all(...params)
    yield entries.flatMap(({ key }) => (key >= start && key < end ? [key] : []))
    const last = entries.at(-1)
    if (last === undefined || entries.length < FETCHED_KEYS) return
    behind = { where: '(value, event) > (?, ?)', params: [last.value, last.key] }
  }
}

export function rangeText(from: string, to: string): string {
  return `SELECT event AS key, value FROM metadata WHERE key = ? AND ${from} AND ${to} ORDER BY value, event LIMIT ?`
}

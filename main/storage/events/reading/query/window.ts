import { IS_STORED_EVENT } from '../../writing/stored.sql.ts'
import { IS_FINAL, type KeyTest } from './conditions.ts'
import type { Driver } from './driver.ts'
import { type Direction, type KeySource, keyBehind, keysOf, keysText, type Span, spanUpTo } from './sources.ts'
import type { QuerySql } from './statements.ts'
import { bodiesText, LISTED_KEYS } from './tests.ts'

/** A part of a query's walk, as the statement that returns its events. */
export interface Window {
  readonly text: string
  readonly params: readonly (string | number)[]
  /** The last key of the window; undefined when nothing relevant follows. */
  readonly last: number | undefined
}

export interface WindowOptions {
  readonly span: Span
  readonly direction: Direction
  /** Number of keys. */
  readonly width: number
  /** Tests of the events. Without any, the width is the page size. */
  readonly tests: readonly KeyTest[]
}

/** Sorting a range costs the same for many keys as for few. */
const LEAST_SORTED_WIDTH = 2048
/** Number of drafts that a statement may skip. */
const FEW_DRAFTS = 1000

/** Returns the next window of a driver. Keys of several indexes or of a range are sorted before the statement. */
export function windowOf(sql: QuerySql, { sources, condition }: Driver, options: WindowOptions): Window {
  const { span, direction, tests } = options
  const [only] = sources
  const isSorted = condition?.entriesToSort !== undefined
  if (only !== undefined && sources.length === 1 && !isSorted)
    return readsEvents(sql, only, tests) ? directWindow(only, options) : indexWindow(sql, only, options)
  const count = isSorted ? Math.max(options.width, LEAST_SORTED_WIDTH) : options.width
  const keys = keysOf(sql, sources, { span, direction, count })
  return {
    text: bodiesText(LISTED_KEYS, tests),
    params: [JSON.stringify(keys), ...tests.flatMap(({ params }) => params)],
    last: keys.length < count ? undefined : keys.at(-1),
  }
}

/** Returns whether one index of events finds exactly the wanted ones, except for a few drafts. */
function readsEvents(sql: QuerySql, { key }: KeySource, tests: readonly KeyTest[]): boolean {
  if (key !== 'created_at' || tests.some((test) => test !== IS_FINAL)) return false
  return tests.length === 0 || (sql.numbers('SELECT drafts FROM total').get() ?? 0) <= FEW_DRAFTS
}

function directWindow({ from, params }: KeySource, { span, direction, width, tests }: WindowOptions): Window {
  const final = tests.length === 0 ? '' : ' AND draft = 0'
  return {
    text: `SELECT created_at AS key, body, ${IS_STORED_EVENT} AS isSound FROM ${from}${final} AND created_at >= ? AND created_at < ? ORDER BY created_at ${direction} LIMIT ?`,
    params: [...params, span.start, span.end, width],
    last: undefined,
  }
}

/** The end of the window is looked up before its events, since deleting an event meanwhile would move it. */
function indexWindow(sql: QuerySql, source: KeySource, { span, direction, width, tests }: WindowOptions): Window {
  const last = tests.length === 0 ? undefined : keyBehind(sql, source, { span, direction, count: width - 1 })
  const { start, end } = last === undefined ? span : spanUpTo(span, last, direction)
  const count = tests.length === 0 ? width : -1
  return {
    text: bodiesText(`(${keysText(source, direction)}) k`, tests),
    params: [...source.params, start, end, count, ...tests.flatMap(({ params }) => params)],
    last,
  }
}

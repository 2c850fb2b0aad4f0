import { fitsValue } from '#common/events/metadata-filter'
import { EVENT_COLUMNS, type EventColumn, type EventFilter, type MetadataCondition } from '#common/events/query'
import { type ValueRange, valueRanges } from './ranges.ts'
import { countUpTo, type KeySource } from './sources.ts'
import type { QuerySql } from './statements.ts'

/** A test of one event in SQL: `k.value` is its key, `e` its row. */
export interface KeyTest {
  readonly where: string
  readonly params: readonly (string | number)[]
}

/** One condition of a query: an index that can lead to the events that fit, and a test for those that another one led to. */
export interface Condition {
  readonly sources: readonly KeySource[]
  /**
   * How many entries the sources have where they lie in the order of their values: they are sorted each time, so they lead only when there
   * are few. Infinity: more than were counted. Undefined where they lie in the order of time.
   */
  readonly entriesToSort: number | undefined
  /** Everything that the sources lead to fits. */
  readonly isExact: boolean
  readonly test: KeyTest
}

export const INDEXES: Readonly<Record<EventColumn, string>> = {
  device_id: 'event_device',
  event_schema: 'event_schema',
  workflow_id: 'event_workflow',
  external_id: 'event_external',
  related_event_id: 'event_related',
}

/** More values are looked up in a list made for the statement, not each in the index. */
const MOST_SOUGHT_VALUES = 4
/** With more different values a range of metadata is taken as a range. */
const MOST_DISTINCT_VALUES = 32
/** So many entries are always worth sorting. */
const FEW_ENTRIES = 1000

/** No event fits. */
const NOTHING: Condition = {
  sources: [],
  entriesToSort: undefined,
  isExact: true,
  test: { where: 'FALSE', params: [] },
}

/** A filter's conditions besides the time, each with its ways through the indexes. */
export function conditionsOf(sql: QuerySql, { columns, metadata }: EventFilter): readonly Condition[] {
  return [
    ...EVENT_COLUMNS.flatMap((column) => {
      const values = columns[column]
      return values === undefined ? [] : [columnCondition(column, [...new Set(values)])]
    }),
    ...Map.groupBy(metadata, ({ key }) => key)
      .values()
      .map((onOneKey) => metadataCondition(sql, onOneKey)),
  ]
}

export const DRAFTS: KeySource = { from: 'event INDEXED BY event_draft WHERE draft = 1', key: 'created_at', params: [] }

export const IS_FINAL: KeyTest = {
  where: 'NOT EXISTS (SELECT 1 FROM event d INDEXED BY event_draft WHERE d.draft = 1 AND d.created_at = k.value)',
  params: [],
}

export function columnSource(column: EventColumn, value: string): KeySource {
  return { from: `event INDEXED BY ${INDEXES[column]} WHERE ${column} = ?`, key: 'created_at', params: [value] }
}

function columnCondition(column: EventColumn, values: readonly string[]): Condition {
  const seek = `SELECT 1 FROM event x INDEXED BY ${INDEXES[column]} WHERE x.${column} IN (${places(values)})`
  if (values.length === 0) return NOTHING
  return {
    sources: values.map((value) => columnSource(column, value)),
    entriesToSort: undefined,
    isExact: true,
    test:
      values.length <= MOST_SOUGHT_VALUES
        ? { where: `EXISTS (${seek} AND x.created_at = k.value)`, params: values }
        : { where: `e.${column} IN (SELECT value FROM json_each(?))`, params: [JSON.stringify(values)] },
  }
}

/**
 * All conditions on one key at once, so that a narrow range is sought by both of its ends. A few entries are sorted. Of more entries each
 * different value is followed in the order of time, where there are few of those.
 */
function metadataCondition(sql: QuerySql, conditions: readonly MetadataCondition[]): Condition {
  const key = conditions[0]?.key ?? ''
  const { ranges, areExact } = valueRanges(conditions)
  if (conditions.some(({ operator }) => operator === 'eq')) return listedValues(conditions, eachValue(conditions))
  const sources = ranges.map((range) => rangeSource(key, range))
  const entriesToSort = asEntries(countUpTo(sql, sources, FEW_ENTRIES), FEW_ENTRIES)
  const values = entriesToSort < FEW_ENTRIES ? undefined : distinctValues(sql, conditions, ranges)
  if (values !== undefined) return listedValues(conditions, values)
  return { sources, entriesToSort, isExact: areExact, test: bodyTest(conditions) }
}

/** Values that an equation allows: the text, and the number that it is; only those that fit all other conditions too. */
function eachValue(conditions: readonly MetadataCondition[]): readonly (string | number)[] {
  const equation = conditions.filter(({ operator }) => operator === 'eq').slice(0, 1)
  const values = valueRanges(equation).ranges.flatMap(({ from }) => from.params)
  return values.filter((value) => fitsAll(value, conditions))
}

function fitsAll(value: string | number, conditions: readonly MetadataCondition[]): boolean {
  return conditions.every((condition) => fitsValue(value, condition))
}

/** The same condition with its entries counted further; those that lie in time's order stay as they are. */
export function countedFurther(sql: QuerySql, condition: Condition, most: number): Condition {
  if (condition.entriesToSort !== Number.POSITIVE_INFINITY) return condition
  return { ...condition, entriesToSort: asEntries(countUpTo(sql, condition.sources, most), most) }
}

function asEntries(count: number, most: number): number {
  return count < most ? count : Number.POSITIVE_INFINITY
}

function listedValues(conditions: readonly MetadataCondition[], values: readonly (string | number)[]): Condition {
  const key = conditions[0]?.key ?? ''
  const seek = `SELECT 1 FROM metadata m WHERE m.key = ? AND m.value IN (${places(values)})`
  if (values.length === 0) return NOTHING
  return {
    sources: values.map((value) => ({
      from: 'metadata WHERE key = ? AND value = ?',
      key: 'event',
      params: [key, value],
    })),
    entriesToSort: undefined,
    isExact: true,
    test:
      values.length <= MOST_SOUGHT_VALUES
        ? { where: `EXISTS (${seek} AND m.event = k.value)`, params: [key, ...values] }
        : bodyTest(conditions),
  }
}

/** An event's own body tells what its metadata are: the index cannot be asked by event. A damaged one tells nothing. */
function bodyTest(conditions: readonly MetadataCondition[]): KeyTest {
  const where = conditions
    .map(() => "fits_metadata(iif(json_valid(e.body), e.body -> '$.custom_metadata', NULL), ?)")
    .join(' AND ')
  return { where, params: conditions.map((condition) => JSON.stringify(condition)) }
}

function rangeSource(metadataKey: string, values: ValueRange): KeySource {
  return {
    from: `metadata WHERE key = ? AND ${values.from.where} AND ${values.to.where}`,
    key: 'event',
    params: [metadataKey, ...values.from.params, ...values.to.params],
    range: { metadataKey, values },
  }
}

/** The values in the index that fit; undefined when there are many. */
function distinctValues(
  sql: QuerySql,
  conditions: readonly MetadataCondition[],
  ranges: readonly ValueRange[],
): readonly (string | number)[] | undefined {
  const key = conditions[0]?.key ?? ''
  const found: (string | number)[] = []
  for (const range of ranges) {
    const more = sql.values(distinctText(range)).all(...distinctParams(key, range), MOST_DISTINCT_VALUES + 1)
    found.push(...more)
    if (found.length > MOST_DISTINCT_VALUES) return undefined
  }
  return found.filter((value) => fitsAll(value, conditions))
}

/** From each value straight to the next one. */
function distinctText({ from, to }: ValueRange): string {
  const next = (lower: string) =>
    `SELECT value FROM metadata WHERE key = ? AND ${lower} AND ${to.where} ORDER BY value LIMIT 1`
  return `WITH RECURSIVE found(value) AS (
    SELECT * FROM (${next(from.where)})
    UNION ALL SELECT (${next('value > found.value')}) FROM found WHERE found.value IS NOT NULL
  ) SELECT value FROM found WHERE value IS NOT NULL LIMIT ?`
}

function distinctParams(key: string, { from, to }: ValueRange): readonly (string | number)[] {
  return [key, ...from.params, ...to.params, key, ...to.params]
}

function places(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ')
}

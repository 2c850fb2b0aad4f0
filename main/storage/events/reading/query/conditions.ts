import { fitsValue } from '#common/events/metadata-filter'
import { EVENT_COLUMNS, type EventColumn, type EventFilter, type MetadataCondition } from '#common/events/query'
import { type ValueRange, valueRanges } from './ranges.ts'
import { countUpTo, type KeySource } from './sources.ts'
import type { QuerySql } from './statements.ts'

/** A SQL test of one event: `k.value` is its key, `e` its row. */
export interface KeyTest {
  readonly where: string
  readonly params: readonly (string | number)[]
}

/** A condition of a query: an index that can find matching events, and a test for those that another index found. */
export interface Condition {
  readonly sources: readonly KeySource[]
  /**
   * Number of entries of sources in value order. They must be sorted each time, so they only drive the query when there
   * are few. Infinity: too many to count. Undefined for sources in time order.
   */
  readonly entriesToSort: number | undefined
  /** Whether everything that the sources find matches. */
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

/** More values are looked up in a list made for the statement instead of the index. */
const MOST_SOUGHT_VALUES = 4
/** With more different values, a range of metadata is read as a range. */
const MOST_DISTINCT_VALUES = 32
/** This many entries are always worth sorting. */
const FEW_ENTRIES = 1000

/** Matches no event. */
const NOTHING: Condition = {
  sources: [],
  entriesToSort: undefined,
  isExact: true,
  test: { where: 'FALSE', params: [] },
}

/** Returns the filter's conditions except for time, each with its indexes. */
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
 * Combines all conditions on one key, so that a narrow range is sought by both ends. A few entries are sorted. With
 * more entries, each different value is followed in time order, if there are few values.
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

/** Returns the values that an equality allows, as text and as number, if they satisfy all other conditions. */
function eachValue(conditions: readonly MetadataCondition[]): readonly (string | number)[] {
  const equation = conditions.filter(({ operator }) => operator === 'eq').slice(0, 1)
  const values = valueRanges(equation).ranges.flatMap(({ from }) => from.params)
  return values.filter((value) => fitsAll(value, conditions))
}

function fitsAll(value: string | number, conditions: readonly MetadataCondition[]): boolean {
  return conditions.every((condition) => fitsValue(value, condition))
}

/** Returns the condition with its entries counted up to a higher limit; conditions in time order stay unchanged. */
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

/**
 * Reads the metadata from an event's body, because the index cannot be queried by event. A damaged body matches
 * nothing.
 */
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

/** Returns the matching values in the index; undefined when there are many. */
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

/** Seeks from each value directly to the next one. */
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

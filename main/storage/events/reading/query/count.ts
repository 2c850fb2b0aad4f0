import { setImmediate } from 'node:timers/promises'
import type { EventFilter } from '#common/events/query'
import type { EventHistogram } from '#core/events/ports'
import { type Buckets, bucketsOf } from './buckets.ts'
import { columnSource, conditionsOf } from './conditions.ts'
import { countingDriver } from './driver.ts'
import { facetText, MOST_VALUES } from './facets.ts'
import { countedPieces, keyPieces } from './pieces.ts'
import { ALL_EVENTS, type KeySource, type Span } from './sources.ts'
import { storedSpan } from './span.ts'
import type { QuerySql } from './statements.ts'
import { LISTED_KEYS, passingText, remainingTests } from './tests.ts'

/** Counts matching events, all of them each time, in pieces between which other work can run. */
export function eventCounts(sql: QuerySql) {
  return {
    async histogram(filter: EventFilter & Span, buckets: number): Promise<EventHistogram> {
      const { start, end } = filter
      return { start, bucketMicroseconds: (end - start) / buckets, counts: await countsIn(sql, filter, buckets) }
    },

    async count(filter: EventFilter): Promise<number> {
      const stored = storedSpan(sql, filter)
      const [count = 0] = stored === undefined ? [] : await countsIn(sql, { ...filter, ...stored }, 1)
      return count
    },
  }
}

async function countsIn(sql: QuerySql, filter: EventFilter & Span, count: number): Promise<readonly number[]> {
  const buckets = bucketsOf(filter, count)
  const conditions = conditionsOf(sql, filter)
  const [only] = conditions
  if (only === undefined) await countEntries(sql, allEvents(sql), { filter, buckets })
  else if (conditions.length === 1 && only.entriesToSort === undefined)
    await countEntries(sql, only.sources, { filter, buckets })
  else await countPassing(sql, { filter, buckets })
  return buckets.counts
}

interface Counting {
  readonly filter: EventFilter & Span
  readonly buckets: Buckets
}

/** If one index decides, its entries are counted without reading events. */
async function countEntries(
  sql: QuerySql,
  sources: readonly KeySource[],
  { filter: { includeDrafts }, buckets }: Counting,
): Promise<void> {
  for (const [index, span] of buckets.spans.entries()) {
    for (const count of countedPieces(sql, sources, { span, includeDrafts })) {
      buckets.add(index, count)
      await setImmediate()
    }
  }
}

/** Otherwise the shortest index drives, and its events are tested. */
async function countPassing(sql: QuerySql, { filter, buckets }: Counting): Promise<void> {
  const span = storedSpan(sql, filter)
  if (span === undefined) return
  const conditions = conditionsOf(sql, filter)
  const driver = countingDriver(sql, conditions, span)
  const tests = remainingTests(conditions, driver, filter.includeDrafts)
  const params = tests.flatMap((test) => test.params)
  const passing = (keys: readonly number[]) =>
    sql.numbers(passingText(LISTED_KEYS, tests)).all(JSON.stringify(keys), ...params)
  for (const source of driver.sources)
    for (const keys of keyPieces(sql, source, span)) {
      for (const key of tests.length === 0 ? keys : passing(keys)) buckets.addKey(key)
      await setImmediate()
    }
}

/** Every event has one schema, and the schema index is much shorter than the table. */
function allEvents(sql: QuerySql): readonly KeySource[] {
  const schemas = sql.values(facetText('event_schema')).all(MOST_VALUES)
  if (schemas.length === MOST_VALUES) return [ALL_EVENTS]
  return schemas.map((schema) => columnSource('event_schema', String(schema)))
}

import type Database from 'better-sqlite3'
import { metadataEntries } from '#common/events/metadata'
import { fitsValue } from '#common/events/metadata-filter'
import type { MetadataCondition } from '#common/events/query'
import { IS_STORED_EVENT } from '../../writing/stored.sql.ts'
import { type Condition, IS_FINAL, type KeyTest } from './conditions.ts'
import type { Driver } from './driver.ts'

/** Returns the remaining tests for events that a driver finds. */
export function remainingTests(
  conditions: readonly Condition[],
  { condition: led }: Driver,
  includeDrafts: boolean,
): readonly KeyTest[] {
  const tests = conditions.flatMap((condition) => (condition === led && condition.isExact ? [] : [condition.test]))
  return includeDrafts ? tests : [...tests, IS_FINAL]
}

/** Keys passed to a statement as a JSON array. */
export const LISTED_KEYS = 'json_each(?) k'

/** Returns SQL for the events among keys that pass, in key order. `keys` is a table `k` with a column `value`. */
export function bodiesText(keys: string, tests: readonly KeyTest[]): string {
  return `SELECT e.created_at AS key, e.body, ${IS_STORED_EVENT} AS isSound FROM ${keys} CROSS JOIN event e ON e.created_at = k.value${whereAll(tests)}`
}

/** Returns SQL for only their keys. Does not read the event table where the indexes suffice. */
export function passingText(keys: string, tests: readonly KeyTest[]): string {
  const readsRow = tests.some(({ where }) => where.includes('e.'))
  const row = readsRow ? ' CROSS JOIN event e ON e.created_at = k.value' : ''
  return `SELECT k.value FROM ${keys}${row}${whereAll(tests)}`
}

function whereAll(tests: readonly KeyTest[]): string {
  return tests.length === 0 ? '' : ` WHERE ${tests.map(({ where }) => where).join(' AND ')}`
}

/** Registers the SQL function that tests the metadata of an event (a JSON object) against a condition (also JSON). */
export function teachMetadataTest(db: Database.Database): void {
  const conditionIn = rememberingLast((text): MetadataCondition => JSON.parse(text))
  db.function('fits_metadata', { deterministic: true }, (metadata, asked) => {
    const condition = conditionIn(String(asked))
    const entry = metadataEntries(JSON.parse(String(metadata))).find(([key]) => key === condition.key)
    return entry !== undefined && fitsValue(entry[1], condition) ? 1 : 0
  })
}

function rememberingLast<Value>(read: (text: string) => Value): (text: string) => Value {
  let last: { readonly text: string; readonly value: Value } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, value: read(text) }
    return last.value
  }
}

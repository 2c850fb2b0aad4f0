import type { EventColumn } from '#common/events/query'
import type { EventFacets } from '#core/events/ports'
import { INDEXES } from './conditions.ts'
import type { QuerySql } from './statements.ts'

/** Above this number, values are not offered as a choice. */
export const MOST_VALUES = 200

/** Returns the values to filter by, the first 200 of each in order. */
export function eventFacets(sql: QuerySql) {
  const textsOf = (text: string) => sql.values(text).all(MOST_VALUES).map(String)
  return {
    async facets(): Promise<EventFacets> {
      return {
        devices: textsOf(facetText('device_id')),
        schemas: textsOf(facetText('event_schema')),
        workflows: textsOf(facetText('workflow_id')),
        metadataKeys: textsOf(METADATA_KEYS),
      }
    },
  }
}

const METADATA_KEYS = looseScan('metadata', 'key')

export function facetText(column: EventColumn): string {
  return looseScan(`event INDEXED BY ${INDEXES[column]}`, column)
}

/** Seeks from each value of an index directly to the next one, however many entries are between. */
function looseScan(table: string, column: string): string {
  const next = (lower: string) => `SELECT ${column} FROM ${table} WHERE ${column} ${lower} ORDER BY ${column} LIMIT 1`
  return `WITH RECURSIVE found(value) AS (
    SELECT * FROM (${next('IS NOT NULL')})
    UNION ALL SELECT (${next('> found.value')}) FROM found WHERE found.value IS NOT NULL
  ) SELECT value FROM found WHERE value IS NOT NULL LIMIT ?`
}

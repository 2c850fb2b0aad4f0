import type Database from 'better-sqlite3'
import { eventCounts } from './query/count.ts'
import { eventFacets } from './query/facets.ts'
import { eventPages } from './query/page.ts'
import { eventSpans } from './query/span.ts'
import { querySql } from './query/statements.ts'
import { teachMetadataTest } from './query/tests.ts'

/** Queries with filters. */
export function eventQueries(db: Database.Database) {
  teachMetadataTest(db)
  const sql = querySql(db)
  return { ...eventPages(sql), ...eventCounts(sql), ...eventFacets(sql), ...eventSpans(sql) }
}

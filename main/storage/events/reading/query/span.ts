import type { EventFilter } from '#common/events/query'
import type { Span } from './sources.ts'
import type { QuerySql } from './statements.ts'

/**
 * Returns the part of a filter's time in which there are events, so that estimates ignore empty years. Undefined when
 * there are none.
 */
export function storedSpan(
  sql: QuerySql,
  { start = 0, end = Number.MAX_SAFE_INTEGER }: Pick<EventFilter, 'start' | 'end'>,
): Span | undefined {
  const oldest = sql.numbers('SELECT created_at FROM event ORDER BY created_at LIMIT 1').get()
  const youngest = sql.numbers('SELECT created_at FROM event ORDER BY created_at DESC LIMIT 1').get()
  if (oldest === undefined || youngest === undefined) return undefined
  const within = { start: Math.max(start, oldest), end: Math.min(end, youngest + 1) }
  return within.start < within.end ? within : undefined
}

/** Returns the times of the oldest and the latest event. */
export function eventSpans(sql: QuerySql) {
  return {
    async span(): Promise<{ readonly oldest: number; readonly youngest: number } | undefined> {
      const stored = storedSpan(sql, {})
      return stored && { oldest: stored.start, youngest: stored.end - 1 }
    },
  }
}

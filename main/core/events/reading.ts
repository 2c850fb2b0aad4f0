import type { Refusal } from '#common/errors'
import type { EventQuery } from '#common/events/query'
import { ok, type Result } from '#common/result'
import type { EventReader, WrittenPage } from './ports.ts'

/** Which events are the latest ones that are asked for. */
export interface LatestQuery {
  readonly limit: number
  readonly includeDrafts: boolean
}

/** Queries about the stored events. */
export function eventReading(reader: EventReader) {
  return {
    /** Events that fit, in the order of the query. */
    async page(query: EventQuery): Promise<Result<WrittenPage, Refusal>> {
      return ok(await reader.pageWritten(query))
    },

    /** The youngest first. */
    async latest(query: LatestQuery): Promise<Result<WrittenPage, Refusal>> {
      return ok(await reader.pageWritten({ ...query, direction: 'desc', columns: {}, metadata: [] }))
    },
  }
}

import { type Refusal, refuse } from '#common/errors'
import type { EventFilter, EventQuery } from '#common/events/query'
import { ok, type Result } from '#common/result'
import type { EventFacets, EventHistogram, EventPage, EventReader } from './ports.ts'

/** Which events are the latest ones that are asked for. */
export interface LatestQuery {
  readonly limit: number
  readonly includeDrafts: boolean
}

/** What can be asked about the stored events. */
export function eventReading(reader: EventReader) {
  return {
    /** Those that fit, in the order of the query. */
    async page(query: EventQuery): Promise<Result<EventPage, Refusal>> {
      return ok(await reader.page(query))
    },

    /** The youngest first. */
    async latest(query: LatestQuery): Promise<Result<EventPage, Refusal>> {
      return ok(await reader.page({ ...query, direction: 'desc', columns: {}, metadata: [] }))
    },

    async count(filter: EventFilter): Promise<Result<number, Refusal>> {
      return ok(await reader.count(filter))
    },

    /** How many fit in each of `buckets` equal spans; moments in microseconds. */
    async histogram(
      filter: EventFilter & { readonly start: number; readonly end: number },
      buckets: number,
    ): Promise<Result<EventHistogram, Refusal>> {
      if (filter.start >= filter.end) return refuse('event-query-invalid', 'The start must be before the end')
      return ok(await reader.histogram(filter, buckets))
    },

    async facets(): Promise<Result<EventFacets, Refusal>> {
      return ok(await reader.facets())
    },

    /** The moments of the oldest and the youngest event in microseconds; undefined when there is none. */
    async span(): Promise<Result<Awaited<ReturnType<EventReader['span']>>, Refusal>> {
      return ok(await reader.span())
    },
  }
}

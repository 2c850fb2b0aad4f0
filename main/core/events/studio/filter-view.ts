import type { EventFilterView } from '#common/contract/events'
import { type Refusal, refuse } from '#common/errors'
import { parseMoment } from '#common/events/moment'
import type { EventColumn, EventFilter } from '#common/events/query'
import { ok, type Result } from '#common/result'

/** A screen's filter as the store understands it; refuses a moment that cannot be read. */
export function toEventFilter(view: EventFilterView): Result<EventFilter, Refusal> {
  const start = readMoment('start', view.start)
  if (!start.ok) return start
  const end = readMoment('end', view.end)
  if (!end.ok) return end
  return ok({
    ...(start.value !== undefined && { start: start.value }),
    ...(end.value !== undefined && { end: end.value }),
    columns: columnsOf(view),
    metadata: view.metadata,
    includeDrafts: view.includeDrafts,
  })
}

function readMoment(name: string, text: string | undefined): Result<number | undefined, Refusal> {
  if (text === undefined) return ok(undefined)
  const moment = parseMoment(text)
  if (moment !== undefined) return ok(moment)
  return refuse('event-timestamp-malformed', { name })
}

/** Columns that nothing is asked of are absent: the store looks for one of the values of each that is there. */
function columnsOf(view: EventFilterView): EventFilter['columns'] {
  const wanted: Readonly<Record<EventColumn, readonly string[]>> = {
    device_id: view.devices,
    event_schema: view.schemas,
    workflow_id: view.workflows,
    external_id: view.externalId === undefined ? [] : [view.externalId],
    related_event_id: view.relatedEventId === undefined ? [] : [view.relatedEventId],
  }
  return Object.fromEntries(Object.entries(wanted).filter(([, values]) => values.length > 0))
}

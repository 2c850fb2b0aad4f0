import { type Refusal, refuse } from '#common/errors'
import { parseMetadataFilter } from '#common/events/metadata-filter'
import { formatMoment, parseMoment } from '#common/events/moment'
import { EVENT_COLUMNS, type EventColumn, type EventQuery, type MetadataCondition } from '#common/events/query'
import { ok, type Result } from '#common/result'
import type { WrittenPage } from '#core/events/ports'
import type { EventQueryString } from '../schemas/query.ts'

/** Reads what the schema does not: times, the order, lists and filters on metadata. Refuses invalid values. */
export function toEventQuery(query: EventQueryString): Result<EventQuery, Refusal> {
  const start = readMoment('start_time', query.start_time)
  if (!start.ok) return start
  const end = readMoment('end_time', query.end_time)
  if (!end.ok) return end
  const { sort_direction: direction } = query
  if (direction !== 'asc' && direction !== 'desc')
    return refuse('event-sort-direction-unknown', { direction: shown(direction) })
  const metadata = readMetadataFilters(query.metadata_filter)
  if (!metadata.ok) return metadata
  return ok({
    ...(start.value !== undefined && { start: start.value }),
    ...(end.value !== undefined && { end: end.value }),
    columns: toColumns(query),
    metadata: metadata.value,
    includeDrafts: query.include_drafts,
    limit: query.limit,
    direction,
  })
}

function readMoment(name: string, text: string | undefined): Result<number | undefined, Refusal> {
  if (text === undefined) return ok(undefined)
  const moment = parseMoment(text) ?? farMoment(text.trim())
  if (moment !== undefined) return ok(moment)
  return refuse('event-moment-malformed', { name, text: shown(text) })
}

/** Programs write year 1 and year 9999 for "any". No event has such a time, so the year alone tells the side. */
function farMoment(text: string): number | undefined {
  const year = Number(/^\d{4}/.exec(text)?.[0] ?? Number.NaN)
  const isMoment = parseMoment(`2001${text.slice(4)}`) !== undefined
  if (!isMoment || !(year <= 1970 || year >= 2199)) return undefined
  return year <= 1970 ? 0 : Number.MAX_SAFE_INTEGER
}

function readMetadataFilters(texts: readonly string[]): Result<readonly MetadataCondition[], Refusal> {
  const conditions: MetadataCondition[] = []
  for (const text of texts) {
    const condition = parseMetadataFilter(text)
    if (condition === undefined) return refuse('event-metadata-filter-malformed', { text: shown(text) })
    conditions.push(condition)
  }
  return ok(conditions)
}

function toColumns(query: EventQueryString): EventQuery['columns'] {
  const lists: Partial<Record<EventColumn, string | undefined>> = {
    device_id: query.device_id__in,
    event_schema: query.event_schema__in,
    workflow_id: query.workflow_id__in,
    external_id: query.external_id__in,
  }
  const asked = EVENT_COLUMNS.map((column) => [column, toValues(query[column], lists[column])] as const)
  return Object.fromEntries(asked.filter(([, values]) => values !== undefined))
}

/** Both parameters must hold. A list without items sets no condition. */
function toValues(exact: string | undefined, list: string | undefined): readonly string[] | undefined {
  const items = (list ?? '').split(',').flatMap((item) => item.trim() || [])
  if (exact === undefined) return items.length === 0 ? undefined : items
  return items.length === 0 || items.includes(exact) ? [exact] : []
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 100))
}

/** Returns the parts of a page's answer; its events are already JSON. */
export function toPageParts({ events, count, next, damaged }: WrittenPage): readonly Uint8Array[] {
  const timestamp = next === undefined ? 'null' : `"${formatMoment(next)}"`
  const lost = damaged.length === 0 ? '' : `,"damaged":${JSON.stringify(damaged)}`
  return [Buffer.from('{"events":['), events, Buffer.from(`],"count":${count},"next_timestamp":${timestamp}${lost}}`)]
}

import type { EventFilterView } from '#common/contract/events'
import { conditionText } from '../view.ts'

/** The address that asks the event store the same. */
export function queryAddress(server: string, filter: EventFilterView): string {
  const query = new URLSearchParams([
    ...one('start_time', filter.start),
    ...one('end_time', filter.end),
    ...many('device_id', filter.devices),
    ...many('event_schema', filter.schemas),
    ...many('workflow_id', filter.workflows),
    ...one('external_id', filter.externalId),
    ...one('related_event_id', filter.relatedEventId),
    ...filter.metadata.map((each) => ['metadata_filter', conditionText(each)] satisfies [string, string]),
    ...(filter.includeDrafts ? [] : [['include_drafts', 'false'] satisfies [string, string]]),
  ])
  // Moments and lists can be read: neither of these means anything here.
  const text = query.toString().replaceAll('%3A', ':').replaceAll('%2C', ',')
  return `${server}/v2/events${text === '' ? '' : `?${text}`}`
}

/** The same for a shell. */
export function queryCommand(server: string, filter: EventFilterView): string {
  return `curl -s ${shellText(queryAddress(server, filter))}`
}

/** A first event for the store, to be sent from a shell. */
export function firstEventCommand(server: string, now: string): string {
  const event = { inferenceTimestamp: now, eventSchema: 'quality_check', eventData: { result: 'pass' } }
  return [
    `curl -s ${server}/v2/events \\`,
    "  -H 'content-type: application/json' \\",
    `  -d ${shellText(JSON.stringify({ ...event, deviceId: 'line-3' }))}`,
  ].join('\n')
}

function one(name: string, value: string | undefined): [string, string][] {
  return value === undefined ? [] : [[name, value]]
}

/** One value is asked for as it is; several are parted by commas. */
function many(name: string, values: readonly string[]): [string, string][] {
  const [only] = values
  if (only === undefined) return []
  return values.length === 1 ? [[name, only]] : [[`${name}__in`, values.join(',')]]
}

/** In single quotes nothing means anything but the quote itself. */
function shellText(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

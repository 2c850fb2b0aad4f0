import { expect, test } from 'vitest'
import { queryCommand } from '#renderer/features/events/filters/query-text'
import { type EventsView, filterAt, NO_FILTER, readView, viewParams } from '#renderer/features/events/view'

const everything: EventsView = {
  span: 'hour',
  filter: {
    start: '2026-11-20T07:10:00.000Z',
    end: '2026-11-20T07:44:00.000Z',
    devices: ['line 3', 'a,b'],
    schemas: ['citrus-quality'],
    workflows: ['50 %'],
    externalId: 'P-7',
    relatedEventId: '018f4c2e',
    metadata: [{ key: 'lot', operator: 'ne', value: 'L:1, "x"' }],
    includeDrafts: false,
  },
}

test('a view survives the round trip through the address', () => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(viewParams(everything))) if (value !== undefined) params.set(name, value)

  const read = readView(new URLSearchParams(params.toString()))

  expect(read).toEqual(everything)
})

test('an address without parameters, or with invalid ones, shows everything', () => {
  const everythingKept = { span: 'all', filter: NO_FILTER }

  expect(readView(new URLSearchParams())).toEqual(everythingKept)
  expect(readView(new URLSearchParams('span=aeon&meta=lot&drafts=perhaps'))).toEqual(everythingKept)
})

test('the last hour starts an hour ago, unless a start was chosen', () => {
  const now = Date.parse('2026-11-20T08:00:00Z')

  expect(filterAt({ span: 'hour', filter: NO_FILTER }, now).start).toBe('2026-11-20T07:00:00.000Z')
  expect(filterAt(everything, now).start).toBe('2026-11-20T07:10:00.000Z')
})

test('the query for a shell spells every condition as the event store reads it', () => {
  const filter = { ...NO_FILTER, devices: ['line-1', 'line-2'], schemas: ["Ana's"], includeDrafts: false }
  const metadata = [{ key: 'speed', operator: 'gt' as const, value: '0.4' }]

  expect(queryCommand('http://127.0.0.1:8001', { ...filter, metadata })).toBe(
    `curl -s 'http://127.0.0.1:8001/v2/events?device_id__in=line-1,line-2&event_schema=Ana%27s&metadata_filter=speed:gt:0.4&include_drafts=false'`,
  )
})

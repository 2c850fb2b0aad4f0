import { expect, test } from 'vitest'
import { z } from 'zod'
import { StoredEvent } from '#common/events/stored-event'
import type { ApiClient } from '../../kit/api-client.ts'
import { createEvent, type TestEvents, testEvents } from '../../kit/event-store.ts'

const Page = z.strictObject({ events: z.array(StoredEvent), count: z.int(), next_timestamp: z.string().nullable() })

async function pageOf(http: ApiClient, query: Readonly<Record<string, string | readonly string[]>> = {}, path = '') {
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one]))
  const answer = await http.get(`/v2/events${path}?${new URLSearchParams(pairs)}`)
  if (answer.status !== 200) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`)
  return Page.parse(answer.body)
}

/** Names of the returned events in these tests: their solutions, youngest first. */
async function found(http: ApiClient, query: Readonly<Record<string, string | readonly string[]>>): Promise<string> {
  const { events } = await pageOf(http, query)
  return events.map(({ solution }) => solution).join(' ')
}

/** A store with five events that differ in everything that can be asked for. */
async function fiveEvents(): Promise<TestEvents> {
  const events = await testEvents()
  const data = { result: 'pass' }
  const given = [
    { solution: 'a', device_id: 'line-1', workflow_id: 'w1', event_data: { ...data, externalId: 'p, 1' } },
    { solution: 'b', device_id: 'line-2', workflow_id: 'w2', custom_metadata: { temp: 71.5, shift: 'late', ok: true } },
    { solution: 'c', device_id: 'line-1', custom_metadata: { temp: 9, shift: 'early', ok: false, at: '10:30:00' } },
    { solution: 'd', event_schema: 'custom', event_data: { value: 'x', externalId: 'p2' }, draft: true },
    {
      solution: 'e',
      event_schema: 'operator_feedback',
      event_data: { relatedEventId: 'that-one', feedback: 'correct' },
      custom_metadata: { temp: 'warm', note: { nested: 'late' }, shift: 'x'.repeat(1001) },
    },
  ]
  for (const event of given) await createEvent(events.http, event)
  return events
}

test('the latest events come first, whole as they are answered one by one', async () => {
  const { http } = await fiveEvents()

  const { events, count, next_timestamp: next } = await pageOf(http)

  expect(events.map(({ solution }) => solution)).toEqual(['e', 'd', 'c', 'b', 'a'])
  expect({ count, next }).toEqual({ count: 5, next: null })
  expect((await http.get(`/v2/events/${events[2]?.id}`)).body).toEqual(events[2])
  expect(await pageOf(http, {}, '/latest/query')).toEqual({ events, count, next_timestamp: null })
  expect((await pageOf(http, { limit: '2', include_drafts: 'false' }, '/latest/query')).events).toEqual([
    events[0],
    events[2],
  ])
})

type Asked = readonly [query: Readonly<Record<string, string | readonly string[]>>, solutions: string]

const BY_COLUMNS: readonly Asked[] = [
  [{ device_id: 'line-1' }, 'c a'],
  [{ device_id: 'line' }, ''],
  [{ device_id__in: ' line-1 ,, line-2,line-9' }, 'c b a'],
  [{ device_id__in: ' , ' }, 'e d c b a'],
  [{ device_id: 'line-1', device_id__in: 'line-1,line-2' }, 'c a'],
  [{ device_id: 'line-1', device_id__in: 'line-2' }, ''],
  [{ device_id: ['line-2', 'line-1'] }, 'c a'],
  [{ event_schema: 'custom' }, 'd'],
  [{ event_schema__in: 'custom,operator_feedback' }, 'e d'],
  [{ workflow_id: 'w1' }, 'a'],
  [{ workflow_id__in: 'w1,w2' }, 'b a'],
  [{ external_id: 'p, 1' }, 'a'],
  [{ external_id__in: 'p2,p3' }, 'd'],
  [{ related_event_id: 'that-one' }, 'e'],
  [{ include_drafts: 'false' }, 'e c b a'],
  [{ include_drafts: '1', event_schema: 'custom' }, 'd'],
  [{ sort_direction: 'asc', limit: '3' }, 'a b c'],
  [{ device_id: 'line-1', metadata_filter: 'temp:lt:10' }, 'c'],
  [{ nobody_knows: 'this', limit: ['1', '2'] }, 'e d'],
]

const BY_METADATA: readonly Asked[] = [
  [{ metadata_filter: 'temp:71.5' }, 'b'],
  [{ metadata_filter: 'temp:eq:7.15e1' }, 'b'],
  // A text is compared as text: warm lies behind 9 and behind 10.
  [{ metadata_filter: 'temp:gt:9' }, 'e b'],
  [{ metadata_filter: 'temp:gte:9' }, 'e c b'],
  [{ metadata_filter: 'temp:lt:10' }, 'c'],
  [{ metadata_filter: 'temp:lte:71.5' }, 'c b'],
  [{ metadata_filter: 'temp:ne:9' }, 'e b'],
  [{ metadata_filter: 'shift:late' }, 'b'],
  // Texts of more than 1000 characters cannot be looked for, nor what is nested.
  [{ metadata_filter: 'shift:ne:late' }, 'c'],
  [{ metadata_filter: 'note:ne:late' }, ''],
  [{ metadata_filter: 'absent:ne:1' }, ''],
  [{ metadata_filter: 'ok:true' }, 'b'],
  [{ metadata_filter: 'ok:ne:true' }, 'c'],
  [{ metadata_filter: 'at:10:30:00' }, 'c'],
  [{ metadata_filter: 'at:eq:10:30:00' }, 'c'],
  [{ metadata_filter: ['temp:gt:1', 'ok:true'] }, 'b'],
  [{ metadata_filter: ['shift:late', 'shift:early'] }, ''],
]

test.each([
  ['columns', BY_COLUMNS],
  ['metadata', BY_METADATA],
])('filters by %s leave exactly the events that fit', async (_, asked) => {
  const { http } = await fiveEvents()

  const answers: Asked[] = []
  for (const [query] of asked) answers.push([query, await found(http, query)])

  expect(answers).toEqual(asked)
})

test('the start of a time is inside and its end is not; a plus that became a space is still a plus', async () => {
  const { http } = await fiveEvents()
  const { events } = await pageOf(http)
  const [, d, , b] = events.map((event) => event.created_at)
  const abroad = `${b?.slice(0, -1)}+00:00`

  expect(await found(http, { start_time: b ?? '', end_time: d ?? '' })).toBe('c b')
  expect(await found(http, { start_time: '0001-01-01T00:00:00Z', end_time: '9999-12-31T23:59:59Z' })).toBe('e d c b a')
  expect(await found(http, { start_time: d ?? '', end_time: b ?? '' })).toBe('')
  expect((await http.get(`/v2/events?start_time=${abroad}&end_time=${d}`)).body).toMatchObject({ count: 2 })
})

test('a query that cannot be read is refused with what is wrong with it', async () => {
  const { http } = await testEvents()
  const asked = [
    ['start_time=yesterday', 400],
    ['start_time=', 400],
    ['end_time=2026-02-29T00:00:00Z', 400],
    ['sort_direction=up', 400],
    ['metadata_filter=shift', 400],
    ['metadata_filter=shift:late&metadata_filter=:late', 400],
    ['limit=0', 422],
    ['limit=1001', 422],
    ['limit=1.5', 422],
    ['limit=', 422],
    ['limit=many', 422],
    ['include_drafts=perhaps', 422],
    [Array.from({ length: 33 }, (_, index) => `metadata_filter=k:${index}`).join('&'), 422],
  ] as const

  const answers = await Promise.all(asked.map(([query]) => http.get(`/v2/events?${query}`)))

  expect(answers.map(({ status }, index) => [asked[index]?.[0], status])).toEqual(asked)
  const refused = answers.filter(({ status }) => status === 400)
  expect(refused.map(({ body }) => z.object({ detail: z.string() }).safeParse(body).success)).not.toContain(false)
  expect(answers[9]?.body).toMatchObject({ detail: [{ loc: ['query', 'limit'], ctx: { ge: 1 } }] })
})

test('pages neither lose nor repeat an event while others are created', async () => {
  const { http, keeping } = await testEvents({ settings: { MAX_RECORDS: '0' } })
  const before = await Promise.all(Array.from({ length: 60 }, () => createEvent(http)))
  let isWriting = true
  const written: string[] = []
  const writer = (async () => {
    while (isWriting) written.push(await createEvent(http, { device_id: 'late' }))
  })()

  const down = await walk(http, 'desc')
  const up = await walk(http, 'asc')
  isWriting = false
  await writer

  expect(keeping.service.totals().events).toBe(60 + written.length)
  for (const ids of [down, up]) {
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => before.includes(id)).toSorted()).toEqual(before.toSorted())
  }
  expect(up).toEqual([...before, ...written].filter((id) => up.includes(id)).toSorted())
})

/** The ids on all pages of seven, the last of which is there when the store has nothing more. */
async function walk(http: ApiClient, direction: 'asc' | 'desc'): Promise<string[]> {
  const ids: string[] = []
  let rest: Record<string, string> = {}
  for (;;) {
    const page = await pageOf(http, { ...rest, sort_direction: direction, limit: '7' })
    ids.push(...page.events.map(({ id }) => id))
    if (page.next_timestamp === null) return ids
    rest = direction === 'asc' ? { start_time: page.next_timestamp } : { end_time: page.next_timestamp }
  }
}

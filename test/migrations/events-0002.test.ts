import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { formatMoment, parseMoment } from '#common/events/moment'
import { StoredEvent } from '#common/events/stored-event'
import { EVENT_MIGRATIONS } from '#storage/events/migrations/registry'
import { migrate } from '#storage/kit/migrate'
import { brokenEventRules, inEventsDb } from '../kit/event-rows.ts'
import { createEvent, testEvents } from '../kit/event-store.ts'
import { type FirstEvent, writeFirstEventStore } from '../kit/first-event-store.ts'
import { someImage } from '../kit/images.ts'

const DETECTION = { class: 'scratch', x: 10.5, y: 20, width: 4, height: 6, confidence: 0.75 }
const KEEP_ALL = { RETENTION_DAYS: '0' }

function storeOf(events: readonly FirstEvent[]): string {
  const library = mkdtempSync(join(tmpdir(), 'tessera-events-'))
  writeFirstEventStore(library, events)
  return library
}

test('an event of the first store is answered with all that it had, and its image as its only file', async () => {
  const image = await someImage()
  const library = storeOf([
    {
      id: 'old-1',
      created_at: '2025-03-04T05:06:07.089Z',
      device_id: 'line-3',
      workflow_id: 'wf',
      event_schema: 'quality_check',
      event_data: { result: 'fail', externalId: 'order 66', note: 'ümlaut "quoted"' },
      custom_metadata: { lane: 4, shift: 'a', night: true, weight: 1.5 },
      predictions: [DETECTION],
      image,
    },
  ])

  const { http } = await testEvents({ library, settings: KEEP_ALL })
  const { status, body } = await http.get('/v2/events/old-1')

  expect(status).toBe(200)
  expect(StoredEvent.parse(body)).toEqual({
    id: 'old-1',
    created_at: '2025-03-04T05:06:07.089000Z',
    draft: false,
    finalized_at: '2025-03-04T05:06:07.089000Z',
    auto_finalized_at: null,
    original_file_count: 1,
    current_file_count: 1,
    solution: null,
    workflow_id: 'wf',
    workflow_version: null,
    inference_timestamp: '2025-03-04T05:06:07.089Z',
    device_id: 'line-3',
    stream_id: null,
    image_id: null,
    event_schema: 'quality_check',
    event_data: { result: 'fail', externalId: 'order 66', note: 'ümlaut "quoted"' },
    custom_metadata: { lane: 4, shift: 'a', night: true, weight: 1.5 },
    images: [
      {
        file_id: 'old-1',
        input_file_id: null,
        label: null,
        object_detections: [DETECTION],
        classifications: [],
        instance_segmentations: [],
        keypoints: [],
        metadata: null,
      },
    ],
    videos: [],
    local_only_files: [],
    display_image_position: 0,
    api_version: 'v1',
  })
  expect(brokenEventRules(library)).toEqual([])
})

test('events of the first store are listed and found by every filter, between those that came later', async () => {
  const library = storeOf([
    { id: 'b', created_at: '2025-01-01T00:00:00.002Z', device_id: 'd2', event_data: { externalId: 'x1' } },
    { id: 'a', created_at: '2025-01-01T00:00:00.001Z', device_id: 'd1', workflow_id: 'w1' },
    {
      id: 'c',
      created_at: '2025-01-02T00:00:00.000Z',
      event_schema: 'own',
      custom_metadata: { lane: 7, shift: 'late' },
    },
    {
      id: 'd',
      created_at: '2025-01-03T00:00:00.000Z',
      event_data: { relatedEventId: 'a' },
      custom_metadata: { ok: true },
    },
  ])
  const { http } = await testEvents({ library, settings: KEEP_ALL })
  const young = await createEvent(http, { custom_metadata: { lane: 3 } })
  const idsFor = async (query: string) => {
    const { body } = await http.get(`/v2/events?sort_direction=asc&${query}`)
    return z
      .object({ events: z.array(StoredEvent) })
      .parse(body)
      .events.map(({ id }) => id)
  }

  expect(await idsFor('')).toEqual(['a', 'b', 'c', 'd', young])
  expect(await idsFor('start_time=2025-01-01T00:00:00.002Z&end_time=2025-01-03')).toEqual(['b', 'c'])
  expect(await idsFor('device_id=d1')).toEqual(['a'])
  expect(await idsFor('device_id__in=d1,d2')).toEqual(['a', 'b'])
  expect(await idsFor('workflow_id=w1')).toEqual(['a'])
  expect(await idsFor('event_schema=own')).toEqual(['c'])
  expect(await idsFor('external_id=x1')).toEqual(['b'])
  expect(await idsFor('related_event_id=a')).toEqual(['d'])
  expect(await idsFor('metadata_filter=lane:gt:5')).toEqual(['c'])
  expect(await idsFor('metadata_filter=lane:gte:3')).toEqual(['c', young])
  expect(await idsFor('metadata_filter=shift:late')).toEqual(['c'])
  expect(await idsFor('metadata_filter=ok:true')).toEqual(['d'])
})

test('the bytes of the first store are served, and go with their event', async () => {
  const image = await someImage()
  const library = storeOf([{ id: 'old', created_at: '2025-01-01T00:00:00.000Z', image, custom_metadata: { lane: 1 } }])
  const store = await testEvents({ library, settings: { ...KEEP_ALL, MAX_RECORDS: '1' } })

  expect((await store.http.get('/files/old')).bytes).toEqual(image)
  await createEvent(store.http)
  await store.runUpkeep()

  expect(brokenEventRules(library)).toEqual([])
  expect(inEventsDb(library, (db) => db.prepare('SELECT hash FROM file').all())).toEqual([])
})

test('events of one moment get moments of their own, in the order in which they were stored', () => {
  const millisecond = fc.integer({ min: 0, max: 5 }).map((ms) => formatMoment(1.7e15 + ms * 1000))
  fc.assert(
    fc.property(fc.array(millisecond, { maxLength: 60 }), (moments) => {
      const db = new Database(':memory:')
      migrate(db, EVENT_MIGRATIONS.slice(0, 1))
      const insert = db.prepare(`INSERT INTO events (id, created_at, inference_timestamp, event_schema, event_data)
                                 VALUES (?, ?, '', 's', '{}')`)
      for (const [place, moment] of moments.entries()) insert.run(String(place), `${moment.slice(0, -4)}Z`)

      migrate(db, EVENT_MIGRATIONS)

      const order = [...moments.keys()].sort((a, b) => (moments[a] ?? '').localeCompare(moments[b] ?? '') || a - b)
      expect(db.prepare('SELECT id FROM event ORDER BY created_at').pluck().all()).toEqual(order.map(String))
      const rows = db.prepare<[], { created_at: number; id: string; text: string }>(
        `SELECT created_at, id, body ->> 'created_at' AS text FROM event`,
      )
      for (const { created_at, id, text } of rows.all()) {
        expect(text).toBe(formatMoment(created_at))
        expect(created_at - (parseMoment(moments[Number(id)] ?? '') ?? 0)).toBeLessThan(60)
      }
      db.close()
    }),
    { numRuns: 40 },
  )
})

test('more events in one millisecond than it has microseconds still are in order', () => {
  const db = new Database(':memory:')
  migrate(db, EVENT_MIGRATIONS.slice(0, 1))
  const insert = db.prepare(`INSERT INTO events (id, created_at, inference_timestamp, event_schema, event_data)
                             VALUES (?, ?, '', 's', '{}')`)
  for (let place = 0; place < 2000; place += 1)
    insert.run(String(place), `2025-01-01T00:00:00.00${place < 1500 ? 0 : 1}Z`)

  migrate(db, EVENT_MIGRATIONS)

  const ids = db.prepare<[], string>('SELECT id FROM event ORDER BY created_at').pluck().all()
  expect(ids).toEqual(Array.from({ length: 2000 }, (_, place) => String(place)))
})

test.each(['half {', '7', '"text"', 'null'])('%s in place of the data of an event is kept as a text', (text) => {
  const db = new Database(':memory:')
  migrate(db, EVENT_MIGRATIONS.slice(0, 1))
  db.prepare(
    `INSERT INTO events VALUES ('e', 'yesterday', '', NULL, NULL, 's', @text, @text, @text, NULL, NULL, NULL)`,
  ).run({ text })

  migrate(db, EVENT_MIGRATIONS)

  const body = StoredEvent.parse(JSON.parse(String(db.prepare('SELECT body FROM event').pluck().get())))
  expect(body).toMatchObject({ event_data: { value: text }, custom_metadata: null, images: [] })
})

test('an event store of a newer Tessera is refused in words, and can be opened by that one afterwards', async () => {
  const { library, close } = await testEvents()
  await close()
  inEventsDb(library, (db) => db.pragma('user_version = 999'))

  await expect(testEvents({ library })).rejects.toThrow(
    'The event store was last opened with a newer version of Tessera (database layout 999',
  )

  expect(inEventsDb(library, (db) => db.pragma('user_version', { simple: true }))).toBe(999)
})

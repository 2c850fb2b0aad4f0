import { expect, test } from 'vitest'
import { createEvent, testEvents } from '../../kit/event-store.ts'

const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)

test('its status tells what there is, what there may be, and what is free', async () => {
  const store = await testEvents({
    settings: { MAX_RECORDS: '7', DEFAULT_SOLUTION_ID: 'line' },
    freeBytes: async () => 123_456,
  })
  await createEvent(store.http)
  await createEvent(store.http, { draft: true })
  store.passTime(5000)

  const { status, body } = await store.http.get('/v2/status')

  expect(status).toBe(200)
  expect(body).toEqual({
    version: '1.2.3',
    layout: 4,
    read_only: null,
    uptime_seconds: expect.any(Number),
    events: 2,
    drafts: 1,
    unsent: 0,
    bytes: store.keeping.service.totals().bytes,
    oldest: MOMENT,
    newest: MOMENT,
    capacity_blocked: false,
    blocked_because: null,
    free_bytes: 123_456,
    limits: {
      FREE_EVENT_SCHEMAS: true,
      RETENTION_DAYS: 30,
      MAX_FILE_BYTES: 2 * 1024 ** 3,
      MAX_RECORDS: 7,
      MAX_BYTES: 50 * 1024 ** 3,
      MIN_FREE_BYTES: 0,
      MAX_RECORD_BYTES: 64 * 1024 ** 2,
      DRAFT_AUTO_FINALIZE_SECONDS: 3600,
      DEFAULT_SOLUTION_ID: 'line',
      CLOUD_UPLOAD_URL: null,
    },
    outbox: { enabled: false, waiting: 0, failing: 0, oldest: null, last_failure: null },
  })
  expect(body).toMatchObject({ uptime_seconds: expect.toSatisfy((seconds) => seconds >= 5 && seconds < 60) })
})

test('an empty store has no oldest event, and its status needs the key', async () => {
  const { http } = await testEvents({ apiKey: 'secret' })

  expect(await http.get('/v2/status', { key: null })).toMatchObject({ status: 401 })
  const { body } = await http.get('/v2/status', { key: null, headers: { 'x-api-key': 'secret' } })
  expect(body).toMatchObject({ events: 0, oldest: null, newest: null })
})

test('a blocked store says why, and where it sends to without what is secret in the address', async () => {
  const settings = {
    CLOUD_UPLOAD_URL: 'http://user:password@127.0.0.1:9/events?token=hidden',
    CLOUD_UPLOAD_API_KEY: 'very-secret',
    DEFAULT_SOLUTION_ID: 'line',
    MAX_RECORDS: '1',
  }
  const { http } = await testEvents({ settings })
  await createEvent(http)

  const { body } = await http.get('/v2/status')

  expect(body).toMatchObject({
    capacity_blocked: true,
    blocked_because: expect.stringContaining('MAX_RECORDS'),
    unsent: 1,
    limits: { CLOUD_UPLOAD_URL: 'http://127.0.0.1:9/events' },
    outbox: { enabled: true, waiting: 1 },
  })
  expect(JSON.stringify(body)).not.toMatch(/password|hidden|very-secret/)
})

import { expect, test } from 'vitest'
import { z } from 'zod'
import { formatMoment } from '#common/events/moment'
import { brokenEventRules, inEventsDb } from '../../kit/event-rows.ts'
import { createEvent, type TestEvents, testEvents } from '../../kit/event-store.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test('events older than RETENTION_DAYS go, younger ones stay', async () => {
  const store = await testEvents({ settings: { RETENTION_DAYS: '2' } })
  await Promise.all(Array.from({ length: 230 }, (_, nth) => createEvent(store.http, { custom_metadata: { nth } })))
  store.passTime(DAY)
  const young = await createEvent(store.http)

  store.passTime(DAY + MINUTE)
  await store.runUpkeep()

  expect(storedIds(store)).toEqual([young])
  expect(brokenEventRules(store.library)).toEqual([])
})

test('with RETENTION_DAYS=0 no event is too old', async () => {
  const store = await testEvents({ settings: { RETENTION_DAYS: '0' } })
  const id = await createEvent(store.http)

  store.passTime(2000 * DAY)
  await store.runUpkeep()

  expect(storedIds(store)).toEqual([id])
})

test('a clock that is set to a wrong year and back deletes nothing, and moments stay in order', async () => {
  const store = await testEvents({ settings: { RETENTION_DAYS: '1' } })
  const ids = [await createEvent(store.http)]

  store.moveClock(3650 * DAY)
  ids.push(await createEvent(store.http))
  for (let minute = 0; minute < 50; minute += 1) await aMinuteLater(store)
  store.moveClock(-3650 * DAY)
  ids.push(await createEvent(store.http))
  for (let minute = 0; minute < 100; minute += 1) await aMinuteLater(store)

  expect(storedIds(store)).toEqual(ids)
})

test('a clock that stands by a leap forward for an hour is believed', async () => {
  const store = await testEvents({ settings: { RETENTION_DAYS: '1' } })
  await createEvent(store.http)
  store.moveClock(2 * DAY)
  await store.runUpkeep()
  const young = await createEvent(store.http)

  for (let minute = 0; minute < 61; minute += 1) await aMinuteLater(store)

  expect(storedIds(store)).toEqual([young])
})

test('events of a wrong year go when they have been there long enough, although the clock is right again', async () => {
  const store = await testEvents({ settings: { RETENTION_DAYS: '1' } })
  store.moveClock(3650 * DAY)
  await createEvent(store.http)
  await store.runUpkeep()
  store.moveClock(-3650 * DAY)
  await store.runUpkeep()

  // The store's clock goes at half its pace until the machine's has caught up with it.
  store.passTime(2 * DAY + HOUR)
  await store.runUpkeep()

  expect(storedIds(store)).toEqual([])
})

test('after a night without the program old events go within the hour, and nothing that is young', async () => {
  const evening = await testEvents({ settings: { RETENTION_DAYS: '1' } })
  await createEvent(evening.http)
  await evening.close()
  const store = await testEvents({ library: evening.library, settings: { RETENTION_DAYS: '1' }, clockMs: 30 * HOUR })
  const young = await createEvent(store.http)

  await store.runUpkeep()
  const atOnce = storedIds(store)
  store.passTime(HOUR)
  await store.runUpkeep()

  expect(atOnce).toHaveLength(2)
  expect(storedIds(store)).toEqual([young])
})

test('an event that came while the clock was wrong makes no other old, also not after a restart', async () => {
  const settings = { RETENTION_DAYS: '7' }
  const before = await testEvents({ settings })
  const old = await createEvent(before.http)
  before.moveClock(40 * DAY)
  const leapt = await createEvent(before.http)
  const seenMs = Date.now()
  await before.close()

  const store = await testEvents({ library: before.library, settings, clockMs: 40 * DAY, seenMs })
  await store.runUpkeep()
  expect(storedIds(store)).toEqual([old, leapt])
  store.passTime(HOUR + MINUTE)
  await store.runUpkeep()

  expect(storedIds(store)).toEqual([leapt])
})

test('a store that is opened with its clock set back goes on behind its youngest event', async () => {
  const before = await testEvents({ clockMs: 5 * HOUR })
  const first = await createEvent(before.http)
  await before.close()

  const store = await testEvents({ library: before.library })
  const second = await createEvent(store.http)

  const [old, young] = [await createdAt(store, first), await createdAt(store, second)]
  expect(young > old).toBe(true)
  expect(young < formatMoment((Date.now() + 5 * HOUR + MINUTE) * 1000)).toBe(true)
})

test('drafts older than DRAFT_AUTO_FINALIZE_SECONDS are made final, younger ones stay', async () => {
  const store = await testEvents({ settings: { DRAFT_AUTO_FINALIZE_SECONDS: '60' } })
  const old = await createEvent(store.http, { draft: true })
  store.passTime(61_000)
  const young = await createEvent(store.http, { draft: true })

  await store.runUpkeep()

  expect((await store.http.get(`/v2/events/${old}`)).body).toMatchObject({
    draft: false,
    finalized_at: expect.any(String),
    auto_finalized_at: expect.any(String),
  })
  expect((await store.http.get(`/v2/events/${young}`)).body).toMatchObject({
    draft: true,
    finalized_at: null,
    auto_finalized_at: null,
  })
})

test('with upload a draft that is made final by itself waits to be sent', async () => {
  const store = await testEvents({
    settings: { DRAFT_AUTO_FINALIZE_SECONDS: '60', CLOUD_UPLOAD_URL: 'http://127.0.0.1:9', DEFAULT_SOLUTION_ID: 's' },
  })
  await createEvent(store.http, { draft: true })
  expect(store.keeping.service.totals()).toMatchObject({ drafts: 1, unsent: 0 })

  store.passTime(61_000)
  await store.runUpkeep()

  expect(store.keeping.service.totals()).toMatchObject({ drafts: 0, unsent: 1 })
})

async function aMinuteLater(store: TestEvents): Promise<void> {
  store.passTime(MINUTE)
  await store.runUpkeep()
}

async function createdAt({ http }: TestEvents, id: string): Promise<string> {
  return z.object({ created_at: z.string() }).parse((await http.get(`/v2/events/${id}`)).body).created_at
}

function storedIds({ library }: TestEvents): unknown[] {
  return inEventsDb(library, (db) => db.prepare('SELECT id FROM event ORDER BY created_at').pluck().all())
}

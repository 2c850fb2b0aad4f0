import { expect, test } from 'vitest'
import { brokenEventRules, eventFiles, inEventsDb } from '../../kit/event-rows.ts'
import { createEvent, newEvent, type TestEvents, testEvents } from '../../kit/event-store.ts'
import { someImage } from '../../kit/images.ts'

/** Nobody answers there, so nothing is ever sent. */
const UPLOAD = { CLOUD_UPLOAD_URL: 'http://127.0.0.1:9', DEFAULT_SOLUTION_ID: 'line' }

test.each([1, 3, 10])(
  'with MAX_RECORDS=%i the youngest events stay and the older ones go by themselves',
  async (limit) => {
    const store = await testEvents({ settings: { MAX_RECORDS: String(limit) } })

    const ids = await createMany(store, 14)

    await expect.poll(() => storedIds(store)).toEqual(ids.slice(-limit))
    expect(brokenEventRules(store.library)).toEqual([])
  },
)

test('an event that goes takes its metadata and its images with it, and leaves an image that another one has too', async () => {
  const store = await testEvents({ settings: { MAX_RECORDS: '2' } })
  const [first, shared] = [await image(), await image()]
  await createEvent(store.http, { images: [first, shared], custom_metadata: { lane: 4, night: true, shift: 'a' } })
  await createEvent(store.http, { images: [shared], custom_metadata: { lane: 4 } })
  expect(eventFiles(store.library)).toHaveLength(2)

  await createEvent(store.http)

  await expect.poll(() => eventFiles(store.library)).toHaveLength(1)
  expect(brokenEventRules(store.library)).toEqual([])
  expect(rowsOf(store, 'SELECT key, value FROM metadata')).toEqual([{ key: 'lane', value: 4 }])
})

test('above MAX_BYTES the oldest events go, but never the youngest', async () => {
  const store = await testEvents({ settings: { MAX_BYTES: '3000' } })

  const ids = await createMany(store, 8)
  await store.runUpkeep()

  const kept = storedIds(store)
  expect(ids.slice(-kept.length)).toEqual(kept)
  expect(store.keeping.service.totals().bytes).toBeLessThanOrEqual(3000)
  const large = await createEvent(store.http, { custom_metadata: { note: 'x'.repeat(5000) } })
  await expect.poll(() => storedIds(store)).toEqual([large])
})

test('a limit that is lowered holds from the next start on', async () => {
  const before = await testEvents()
  const ids = await createMany(before, 5)
  await before.close()

  const store = await testEvents({ library: before.library, settings: { MAX_RECORDS: '2' } })
  await store.runUpkeep()

  expect(storedIds(store)).toEqual(ids.slice(-2))
})

test('without upload a full store goes on taking drafts and events', async () => {
  const store = await testEvents({ settings: { MAX_RECORDS: '2', MAX_BYTES: '1' } })

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, nth) => store.http.post('/v2/events', { json: newEvent({ draft: nth % 2 === 0 }) })),
  )

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  await expect.poll(() => storedIds(store)).toHaveLength(1)
})

test('with upload a full store refuses with 529 before anything is written, and keeps what was not sent', async () => {
  const store = await testEvents({ settings: { ...UPLOAD, MAX_RECORDS: '3', RETENTION_DAYS: '1' } })
  const ids = [await createEvent(store.http, { draft: true }), ...(await createMany(store, 2))]

  const refused = await store.http.post('/v2/events', { json: newEvent({ images: [await image()] }) })
  store.passTime(3 * 24 * 3600_000)
  await store.runUpkeep()

  expect(refused).toMatchObject({
    status: 529,
    body: { detail: expect.stringContaining('MAX_RECORDS'), error: 'capacity_blocked' },
  })
  expect({ ids: storedIds(store), files: eventFiles(store.library) }).toEqual({ ids, files: [] })
  expect((await store.http.get('/health')).body).toMatchObject({ capacity_blocked: true })
})

test('with upload no more are let in together than there is room for', async () => {
  const store = await testEvents({ settings: { ...UPLOAD, MAX_RECORDS: '10' } })

  const answers = await Promise.all(
    Array.from({ length: 30 }, () => store.http.post('/v2/events', { json: newEvent() })),
  )

  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 529)).toHaveLength(20)
  expect(storedIds(store)).toHaveLength(10)
})

test.each([1, 10])(
  'with upload and MAX_RECORDS=%i a store that has drained takes events again by itself',
  async (limit) => {
    const store = await testEvents({ settings: { ...UPLOAD, MAX_RECORDS: String(limit) } })
    const ids = await createMany(store, limit)
    expect(await store.http.post('/v2/events', { json: newEvent() })).toMatchObject({ status: 529 })

    markSent(store, ids)
    await store.runUpkeep()

    const created = await createEvent(store.http)
    expect(storedIds(store)).toEqual([...ids.slice(ids.length - Math.floor(limit / 2)), created])
  },
)

test('with upload sent events go, the oldest first, and those between them that were not sent stay', async () => {
  const store = await testEvents({ settings: { ...UPLOAD, MAX_RECORDS: '4' } })
  const [a = '', b = '', c = '', d = ''] = await createMany(store, 4)

  markSent(store, [b, c, d])
  await store.runUpkeep()

  expect(storedIds(store)).toEqual([a, d])
})

test('a disk with less than MIN_FREE_BYTES blocks the store until it has more, and costs no event', async () => {
  let freeBytes = 5000
  const store = await testEvents({ settings: { MIN_FREE_BYTES: '4000' }, freeBytes: async () => freeBytes })
  const id = await createEvent(store.http)

  freeBytes = 3999
  await store.runUpkeep()
  const refused = await store.http.post('/v2/events', { json: newEvent() })
  freeBytes = 4000
  await store.runUpkeep()

  expect(refused).toMatchObject({ status: 529, body: { detail: expect.stringContaining('MIN_FREE_BYTES') } })
  expect(storedIds(store)).toEqual([id])
  expect(await store.http.post('/v2/events', { json: newEvent() })).toMatchObject({ status: 201 })
})

async function image() {
  return { base64Image: (await someImage()).toString('base64') }
}

/** The moment of the first or the last event, as SQL. */
function extremeEvent(end: 'min' | 'max'): string {
  return `(SELECT ${end}(created_at) FROM event)`
}

async function createMany({ http }: TestEvents, count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) ids.push(await createEvent(http))
  return ids
}

function rowsOf({ library }: TestEvents, sql: string): unknown[] {
  return inEventsDb(library, (db) => db.prepare(sql).all())
}

function storedIds({ library }: TestEvents): unknown[] {
  return inEventsDb(library, (db) => db.prepare('SELECT id FROM event ORDER BY created_at').pluck().all())
}

/** The cloud has them. */
function markSent({ library }: TestEvents, ids: readonly string[]): void {
  inEventsDb(library, (db) => {
    const mark = db.prepare('UPDATE event SET sent_at = 1 WHERE id = ?')
    const take = db.prepare('DELETE FROM outbox WHERE event = (SELECT created_at FROM event WHERE id = ?)')
    for (const id of ids) {
      mark.run(id)
      take.run(id)
    }
  })
}

test.each([
  ['bytes of the store', 'UPDATE total SET bytes = bytes + (1 << 37)'],
  ['bytes of the store, too many to be read', 'UPDATE total SET bytes = 9007199254740993'],
  ['number of events', 'UPDATE total SET events = events + (1 << 24)'],
  [
    'bytes of the youngest event',
    `UPDATE event SET bytes = bytes + (1 << 37) WHERE created_at = ${extremeEvent('max')}`,
  ],
  ['bytes of the oldest event', `UPDATE event SET bytes = bytes + (1 << 37) WHERE created_at = ${extremeEvent('min')}`],
])('a damaged number costs no event: %s', async (_, damage) => {
  const store = await testEvents({ settings: { MAX_BYTES: '3000000', MAX_RECORDS: '100' } })
  const sound = await createMany(store, 5)
  await createEvent(store.http, { images: [await image()], draft: true })
  const [before] = rowsOf(store, 'SELECT events, drafts, bytes, unsent FROM total')
  inEventsDb(store.library, (db) => db.exec(damage))

  const last = await createEvent(store.http)
  await store.runUpkeep()

  expect(storedIds(store)).toEqual(expect.arrayContaining([...sound, last]))
  expect(brokenEventRules(store.library)).toEqual([])
  expect(rowsOf(store, 'SELECT events, drafts FROM total')).toEqual([{ events: 7, drafts: 1 }])
  expect(before).toMatchObject({ events: 6, drafts: 1 })
})

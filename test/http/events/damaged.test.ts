import { expect, test } from 'vitest'
import { z } from 'zod'
import { brokenEventRules, inEventsDb } from '../../kit/event-rows.ts'
import { createEvent, type TestEvents, testEvents } from '../../kit/event-store.ts'

const Page = z.object({
  events: z.array(z.object({ id: z.string() })),
  count: z.int(),
  next_timestamp: z.string().nullable(),
  damaged: z.array(z.string()).optional(),
})

/** Flips one bit of a quotation mark, as bit rot does; what SQLite checks stays sound. */
function flipBody({ library }: TestEvents, id: string): void {
  inEventsDb(library, (db) =>
    db.prepare(`UPDATE event SET body = replace(body, '"event_data":', '"event_data#:') WHERE id = ?`).run(id),
  )
}

async function page({ http }: TestEvents, query: string): Promise<z.infer<typeof Page>> {
  const { status, body } = await http.get(`/v2/events?${query}`)
  expect(status).toBe(200)
  return Page.parse(body)
}

/** Three events, of which the one in the middle is damaged. */
async function threeEvents() {
  const events = await testEvents()
  const send = () => createEvent(events.http, { custom_metadata: { shift: 2 }, device_id: 'line-1' })
  const [first, bad, last] = [await send(), await send(), await send()]
  flipBody(events, bad)
  return { events, first, bad, last }
}

test.for([
  ['the time', 'limit=10'],
  ['a column', 'device_id=line-1'],
  ['metadata', 'metadata_filter=shift:gte:1'],
])('a page found by %s leaves a damaged event out and names it', async ([, query = '']) => {
  const { events, first, bad, last } = await threeEvents()
  expect(await page(events, query)).toEqual({
    events: [{ id: last }, { id: first }],
    count: 2,
    next_timestamp: null,
    damaged: [bad],
  })
})

test('a filter that tests the metadata of each event passes over a damaged one', async () => {
  const { events, first, last } = await threeEvents()
  const found = await page(events, 'device_id=line-1&metadata_filter=shift:ne:9')
  expect(found.events).toEqual([{ id: last }, { id: first }])
})

test('pages go on behind a damaged event, and those of sound ones name none', async () => {
  const { events, first, bad, last } = await threeEvents()
  const one = await page(events, 'limit=1')
  const two = await page(events, `limit=1&end_time=${one.next_timestamp}`)
  expect([one.events, two.events]).toEqual([[{ id: last }], [{ id: first }]])
  expect([...(one.damaged ?? []), ...(two.damaged ?? [])]).toEqual([bad])
})

test('a damaged event that is asked for alone is named as damaged', async () => {
  const { events, bad } = await threeEvents()
  const { status, body } = await events.http.get(`/v2/events/${bad}`)
  expect([status, body]).toEqual([500, { detail: expect.stringContaining(`The event ${bad} is damaged`) }])
})

test('a damaged draft takes nothing and does not become final, and another one does', async () => {
  const events = await testEvents()
  const [bad, good] = [await createEvent(events.http, { draft: true }), await createEvent(events.http, { draft: true })]
  flipBody(events, bad)
  const attached = await events.http.post(`/v2/events/${bad}/images`, { json: { label: 'x' } })
  const finalized = await events.http.post(`/v2/events/${bad}/finalize`, {})
  const other = await events.http.post(`/v2/events/${good}/finalize`, {})
  const damaged = { status: 500, body: { detail: expect.stringContaining(`The event ${bad} is damaged`) } }
  expect([attached, finalized, other]).toMatchObject([damaged, damaged, { status: 200, body: { draft: false } }])
})

test('a damaged draft does not keep older and younger ones from becoming final by themselves', async () => {
  const events = await testEvents({ settings: { DRAFT_AUTO_FINALIZE_SECONDS: '60' } })
  const drafts = []
  for (let each = 0; each < 3; each += 1) drafts.push(await createEvent(events.http, { draft: true }))
  const [first = '', bad = '', last = ''] = drafts
  flipBody(events, bad)
  events.passTime(120_000)
  await events.runUpkeep()
  const { events: found } = await page(events, 'include_drafts=false')
  expect(found.map(({ id }) => id)).toEqual([last, first])
})

test('a damaged event is deleted when it is too old, with all that is its own', async () => {
  const events = await testEvents({ settings: { MAX_RECORDS: '1' } })
  const bad = await createEvent(events.http, { custom_metadata: { shift: 2 } })
  flipBody(events, bad)
  const good = await createEvent(events.http, {})
  await events.runUpkeep()
  expect(await page(events, '')).toMatchObject({ events: [{ id: good }] })
  expect(brokenEventRules(events.library)).toEqual([])
})

test.for(['null', '5', '[]', '"x"'])('an event whose body is %s is damaged', async (body) => {
  const { events, first, bad, last } = await threeEvents()
  inEventsDb(events.library, (db) => db.prepare('UPDATE event SET body = ? WHERE id = ?').run(body, bad))
  const found = await page(events, 'limit=10')
  expect([found.events, found.damaged]).toEqual([[{ id: last }, { id: first }], [bad]])
  const alone = await events.http.get(`/v2/events/${bad}`)
  expect([alone.status, alone.body]).toEqual([500, { detail: expect.stringContaining(`The event ${bad} is damaged`) }])
})

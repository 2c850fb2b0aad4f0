import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { storedEvent } from '../../kit/event-media.ts'
import { newEvent, testEvents } from '../../kit/event-store.ts'
import { someImage } from '../../kit/images.ts'

const Created = z.object({ id: z.string(), image_ids: z.array(z.string()) })
const parse = JSON.parse
afterEach(() => vi.restoreAllMocks())

/** Lengths of what this thread parses from now on. */
function parsedHere(): number[] {
  const lengths: number[] = []
  vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
    lengths.push(String(text).length)
    return parse(text, reviver)
  })
  return lengths
}

const MANY = { rows: Array.from({ length: 60_000 }, (_, row) => ({ row, name: `row ${row}` })) }

test('a large event is read in a thread of its own, and stored as any other', async () => {
  const { http } = await testEvents({ settings: { FREE_EVENT_SCHEMAS: 'true' } })
  const image = await someImage()
  const images = [{ base64Image: image.toString('base64'), label: 'front', objectDetections: [] }]
  const event = newEvent({ event_schema: 'own', event_data: MANY, images, custom_metadata: { shift: 'late' } })
  const lengths = parsedHere()

  const created = await http.post('/v2/events', { json: event })
  const longest = Math.max(...lengths)
  vi.restoreAllMocks()

  expect(created.status).toBe(201)
  expect(longest).toBeLessThan(100_000)
  const { id, image_ids } = Created.parse(created.body)
  const stored = await storedEvent(http, id)
  expect(stored).toMatchObject({ event_schema: 'own', event_data: MANY, custom_metadata: { shift: 'late' } })
  expect(stored.images).toMatchObject([{ label: 'front', object_detections: [] }])
  expect(image_ids).toEqual([stored.images[0]?.file_id])
})

test('what does not fit in a large event is told as it is of a small one', async () => {
  const { http } = await testEvents()
  const wide = { value: 'x'.repeat(2_000_000) }
  const event = newEvent({ event_schema: 'custom', event_data: wide, device_id: 5 })

  const unfit = await http.post('/v2/events', { json: event })
  const refused = await http.post('/v2/events', { json: { ...event, device_id: null } })

  expect(unfit).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'device_id'] }] } })
  expect(refused).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining('event_data does not fit custom') },
  })
})

test('of very many values that do not fit the first is told', async () => {
  const { http } = await testEvents()
  const detection = { class: 5, x: 'q' }
  const images = [{ objectDetections: Array.from({ length: 120_000 }, () => detection) }]

  const refused = await http.post('/v2/events', { json: newEvent({ images }) })

  const { detail } = z.object({ detail: z.array(z.object({ loc: z.array(z.unknown()) })).max(20) }).parse(refused.body)
  expect(refused.status).toBe(422)
  expect(detail[0]?.loc.slice(0, 5)).toEqual(['body', 'images', 0, 'object_detections', 0])
})

test('a body of more values than are read at once is refused before any of them is made', async () => {
  const { http } = await testEvents()
  const nested = `{"event_schema":"custom","event_data":{"value":[${'[],'.repeat(1_000_001)}[]]}}`

  const refused = await http.post('/v2/events', { body: nested })

  expect(refused).toMatchObject({
    status: 413,
    body: {
      detail: 'The body has more than 1,000,000 objects and lists, which is the limit. Send a smaller body',
    },
  })
})

test('an event that is too long for a screen is shown in part there, and whole to programs', async () => {
  const { http, keeping } = await testEvents({ settings: { FREE_EVENT_SCHEMAS: 'true' } })
  const event = newEvent({ event_schema: 'own', event_data: { ...MANY, note: 'n'.repeat(10_000), few: [1, 2] } })
  const { id } = Created.parse((await http.post('/v2/events', { json: event })).body)

  const page = await keeping.screen.page({ filter: NO_FILTER, limit: 50, direction: 'desc' })
  const found = await keeping.screen.find(id)

  const [listed] = page.ok ? page.value.events : []
  expect(JSON.stringify(listed).length).toBeLessThan(20_000)
  expect(listed).toMatchObject({ id, eventSchema: 'own', eventData: { note: `${'n'.repeat(4096)}…`, few: [1, 2] } })
  expect(listed?.shortenedFrom).toBeGreaterThan(1_000_000)
  expect(found.ok && found.value.shortenedFrom).toBe(listed?.shortenedFrom)
  expect((await storedEvent(http, id)).event_data).toMatchObject(MANY)
})

const NO_FILTER = { devices: [], schemas: [], workflows: [], metadata: [], includeDrafts: true }

test('with a key, a body is refused without it before it is read', async () => {
  const { http } = await testEvents({ apiKey: 'secret' })
  const lengths = parsedHere()

  const refused = await http.post('/v2/events', { body: JSON.stringify(newEvent({ event_data: MANY })) })

  expect(refused.status).toBe(401)
  expect(lengths.filter((length) => length > 1000)).toEqual([])
})

test('events and pages of events come from the thread of the database as bytes, which are sent on as they are', async () => {
  const { http, keeping } = await testEvents({ settings: { FREE_EVENT_SCHEMAS: 'true' } })
  const event = newEvent({ event_schema: 'own', event_data: { ...MANY, note: 'größer' } })
  const { id } = Created.parse((await http.post('/v2/events', { json: event })).body)

  const found = await keeping.service.find(id)
  const page = await keeping.service.latest({ limit: 10, includeDrafts: true })
  const sent = await http.get('/v2/events')

  expect([found.ok && found.value.buffer.byteLength, page.ok && page.value.events.buffer.byteLength]).toEqual([
    found.ok && found.value.length,
    found.ok && found.value.length,
  ])
  expect(sent).toMatchObject({ status: 200, body: { count: 1, events: [{ id, event_data: { note: 'größer' } }] } })
  expect((await storedEvent(http, id)).event_data).toMatchObject(MANY)
})

test('a page of events that are heavy together ends early, and the next one goes on behind it', async () => {
  const { http } = await testEvents({ settings: { FREE_EVENT_SCHEMAS: 'true' } })
  for (const name of ['a', 'b', 'c']) {
    const event = newEvent({ event_schema: 'own', event_data: { text: name.repeat(6_000_000) }, solution: name })
    expect((await http.post('/v2/events', { json: event })).status).toBe(201)
  }
  const Page = z.object({ events: z.array(z.object({ solution: z.string() })), next_timestamp: z.string().nullable() })

  const first = Page.parse((await http.get('/v2/events')).body)
  const end = encodeURIComponent(first.next_timestamp ?? '')
  const second = Page.parse((await http.get(`/v2/events?end_time=${end}`)).body)

  expect([first, second].map(({ events }) => events.map(({ solution }) => solution).join(''))).toEqual(['cb', 'a'])
  expect(second.next_timestamp).toBeNull()
})

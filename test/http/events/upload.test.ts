import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { sentenceOf } from '#common/messages/sentence'
import type { UploadOptions } from '#compose/events/event-upload'
import { storedMessage } from '#storage/kit/stored-message'
import {
  answers,
  answersWithoutEnd,
  type CloudReceiverHost,
  cloudReceiverHost,
  cutsTheAnswer,
  cutsTheRequest,
  dripsItsAnswer,
  hangs,
  losesTheAnswer,
  type Mischief,
  refuses,
  refusesAtOnce,
} from '../../kit/cloud-receiver.ts'
import { createEvent, type TestEvents, testEvents } from '../../kit/event-store.ts'
import { someImage } from '../../kit/images.ts'

/** Waits so short that a test needs not wait for them. */
const QUICK = {
  firstMs: 1,
  longestMs: 5,
  heldMs: 5,
  longestPauseMs: 5,
  lookMs: 2,
  idleMs: 200,
  totalMs: 400,
} satisfies UploadOptions

const KEY = 'cloud-key-1234'

interface Uploading {
  readonly upload?: UploadOptions
  readonly settings?: Readonly<Record<string, string>>
  readonly library?: string
}

function uploadingTo({ url }: CloudReceiverHost, { upload = QUICK, settings = {}, ...more }: Uploading = {}) {
  const cloud = { CLOUD_UPLOAD_URL: url, CLOUD_UPLOAD_API_KEY: KEY, DEFAULT_SOLUTION_ID: 'parts' }
  return testEvents({ ...more, upload, settings: { ...cloud, ...settings } })
}

function allSent({ keeping }: TestEvents): Promise<void> {
  return expect.poll(() => keeping.service.totals().unsent, { interval: 2 }).toBe(0)
}

async function encoded(): Promise<string> {
  return (await someImage()).toString('base64')
}

function troubleOf({ keeping }: TestEvents): string {
  const trouble = keeping.upload.trouble()
  return trouble ? sentenceOf(trouble) : ''
}

const Waiting = z.array(z.object({ id: z.string(), attempts: z.int(), reason: z.string().nullable() }))

/** Rows of waiting events in the database. */
function waitingIn({ library }: TestEvents) {
  const db = new Database(join(library, 'events', 'events.db'), { readonly: true })
  try {
    const rows = db.prepare('SELECT id, attempts, reason FROM outbox JOIN event ON created_at = event').all()
    return Waiting.parse(rows).map(({ reason, ...row }) => ({
      ...row,
      reason: reason && sentenceOf(storedMessage(reason)),
    }))
  } finally {
    db.close()
  }
}

test('a final event arrives with its images, in the words of the cloud', async () => {
  const receiver = await cloudReceiverHost()
  const events = await uploadingTo(receiver)
  const [shown, taken] = [await someImage(), await someImage()]
  const detection = { class: 'bolt', x: 10, y: 12, width: 4, height: 5, confidence: 0.9 }

  const id = await createEvent(events.http, {
    deviceId: 'line-3',
    customMetadata: { shift: 2 },
    displayImagePosition: 0,
    images: [
      {
        label: 'workflow',
        objectDetections: [detection],
        base64Image: shown.toString('base64'),
        inputBase64Image: taken.toString('base64'),
      },
    ],
  })
  await allSent(events)

  const [first, second] = [...receiver.files.values()]
  expect([first?.bytes, second?.bytes]).toEqual([shown, taken])
  expect(receiver.event(id)).toEqual({
    eventId: id,
    eventType: 'quality_check',
    useCaseId: 'parts',
    deviceId: 'line-3',
    timestamp: '2026-11-22T10:00:00.123456+00:00',
    eventData: { result: 'pass' },
    customMetadata: { shift: 2 },
    displayImagePosition: 0,
    videos: [],
    images: [
      {
        sourceId: first?.sourceId,
        inputSourceId: second?.sourceId,
        label: 'workflow',
        objectDetections: [detection],
        classifications: [],
        instanceSegmentations: [],
        keypoints: [],
      },
    ],
  })
  const authorization = `Bearer ${KEY}`
  const file = { path: '/base/vision-events/upload', authorization }
  expect(receiver.asked).toMatchObject([file, file, { path: '/base/vision-events', key: id, authorization }])
})

test('a draft stays here', async () => {
  const receiver = await cloudReceiverHost()
  const events = await uploadingTo(receiver)

  await createEvent(events.http, { draft: true, images: [{ base64Image: await encoded() }] })
  const id = await createEvent(events.http)
  await allSent(events)

  expect(receiver.asked).toMatchObject([{ key: id }])
})

const FAILURES: Readonly<Record<string, Mischief>> = {
  'says no word': hangs,
  'cuts the request': cutsTheRequest,
  'cuts the answer': cutsTheAnswer,
  'takes it and loses the answer': losesTheAnswer,
  'answers 500': refuses(500),
  'answers 503 and asks for a pause': refuses(503, { 'retry-after': '30' }),
  'answers 429 until a date': refuses(429, { 'retry-after': new Date(Date.now() + 60_000).toUTCString() }),
  'answers 401': refuses(401),
  'answers 400': refuses(400),
  'answers 413 at once': refusesAtOnce,
  'leads elsewhere': refuses(307, { location: 'http://127.0.0.1:1/' }),
  'answers with a page': answers('<html>Please log in</html>'),
  'answers with a list': answers('[1, 2]'),
  'answers with wrong types': answers('{"sourceId": 7, "eventId": 7}'),
  'answers without an end': answersWithoutEnd,
  'answers a byte now and then': dripsItsAnswer,
}

test('whatever a receiver does to a file and to its event, it has both once it is well again', async () => {
  const receiver = await cloudReceiverHost()
  const well: Mischief = async (_request, response, take) =>
    void response.writeHead(200).end(JSON.stringify(await take()))
  const events = await uploadingTo(receiver)

  for (const [name, fail] of Object.entries(FAILURES)) {
    const before = receiver.asked.length
    receiver.mischief = [fail, well, fail]
    const id = await createEvent(events.http, { images: [{ base64Image: await encoded() }] })
    await allSent(events)

    const file = [...receiver.files.values()].at(-1)
    expect(file, `${name}`).toMatchObject({ isSame: true })
    expect(receiver.event(id).images, `${name}`).toMatchObject([{ sourceId: file?.sourceId }])
    const paths = receiver.asked.slice(before).map(({ path }) => path.replace('/base/vision-events', ''))
    expect(paths, `${name}`).toEqual(['/upload', '/upload', '', ''])
  }
})

test('a file that the receiver has does not travel again after a new start', async () => {
  const receiver = await cloudReceiverHost()
  const events = await uploadingTo(receiver, { upload: { ...QUICK, idleMs: 60_000, totalMs: 60_000 } })
  receiver.mood = () => (receiver.files.size > 0 ? hangs : undefined)

  const id = await createEvent(events.http, { images: [{ base64Image: await encoded() }] })
  await receiver.until(() => receiver.asked.length === 1)
  await expect.poll(() => receiver.asked.length, { interval: 2 }).toBe(2)
  await events.close()
  receiver.mood = () => undefined
  await allSent(await uploadingTo(receiver, { library: events.library }))

  expect(receiver.asked.map(({ path }) => path)).toEqual([
    '/base/vision-events/upload',
    '/base/vision-events',
    '/base/vision-events',
  ])
  expect([...receiver.files.values()]).toMatchObject([{ came: 1 }])
  expect(receiver.event(id).images).toMatchObject([{ sourceId: expect.any(String) }])
})

test('an event that the receiver refuses waits, with the reason, while others go', async () => {
  const receiver = await cloudReceiverHost()
  const events = await uploadingTo(receiver, { upload: { ...QUICK, heldMs: 3_600_000 } })
  receiver.mischief = [refuses(400, {}, `The use case is unknown; you sent ${KEY}`)]

  const held = await createEvent(events.http)
  await receiver.until(() => receiver.asked.length === 1)
  const sent = await createEvent(events.http)
  await expect.poll(() => events.keeping.service.totals().unsent, { interval: 2 }).toBe(1)

  expect([...receiver.events.keys()]).toEqual([sent])
  const { host } = new URL(receiver.url)
  const reason = `${host} does not take the event (400): The use case is unknown; you sent …`
  expect(waitingIn(events)).toEqual([{ id: held, attempts: 1, reason }])
  expect(events.keeping.upload.trouble()).toBeUndefined()
})

test('without the right key nothing is sent, and the reason is told', async () => {
  const receiver = await cloudReceiverHost()
  const events = await uploadingTo(receiver, { upload: { ...QUICK, lanes: 1, longestPauseMs: 3_600_000 } })
  receiver.mood = () => refuses(401, {}, KEY)

  for (let count = 0; count < 5; count += 1) await createEvent(events.http)
  await expect.poll(() => events.keeping.upload.trouble(), { interval: 2 }).toBeDefined()

  const { host } = new URL(receiver.url)
  expect(troubleOf(events)).toBe(`${host} does not take the key (401). Check CLOUD_UPLOAD_API_KEY`)
  expect(receiver.asked).toHaveLength(1)
})

test('a host that is away is not asked for every event', async () => {
  const receiver = await cloudReceiverHost()
  await receiver.goAway()
  const events = await uploadingTo(receiver, {
    upload: { ...QUICK, firstMs: 3_600_000, longestMs: 3_600_000, longestPauseMs: 3_600_000 },
  })

  for (let count = 0; count < 20; count += 1) await createEvent(events.http)
  await expect.poll(() => troubleOf(events), { interval: 2 }).toMatch(/refuses the connection$/)

  const tried = () => waitingIn(events).filter(({ attempts }) => attempts > 0).length
  await expect.poll(tried).toBeGreaterThanOrEqual(3)
  expect(tried()).toBeLessThanOrEqual(6)
})

test('a full store takes events again when the receiver has come back', async () => {
  const receiver = await cloudReceiverHost()
  await receiver.goAway()
  const events = await uploadingTo(receiver, { settings: { MAX_RECORDS: '3' } })
  for (let count = 0; count < 3; count += 1) await createEvent(events.http)
  const refused = await events.http.post('/v2/events', { json: {} })

  await receiver.comeBack()
  await allSent(events)

  expect(refused).toMatchObject({ status: 529, body: { error: 'capacity_blocked' } })
  expect(receiver.events.size).toBe(3)
})

test('events from before the upload was switched on are sent too, drafts among them are not', async () => {
  const receiver = await cloudReceiverHost()
  const before = await testEvents()
  const image = { base64Image: await encoded() }
  const id = await createEvent(before.http, { images: [image] })
  await createEvent(before.http, { draft: true })
  await before.close()

  const events = await uploadingTo(receiver, { library: before.library })
  await receiver.until(() => receiver.events.size > 0)
  await allSent(events)

  expect([...receiver.events.keys()]).toEqual([id])
  expect(receiver.event(id)).toMatchObject({ useCaseId: 'parts', images: [{ sourceId: expect.any(String) }] })
})

test('what waited when the upload was switched off is sent when it is on again, and so is what came meanwhile', async () => {
  const receiver = await cloudReceiverHost()
  await receiver.goAway()
  const on = await uploadingTo(receiver)
  const id = await createEvent(on.http)
  await on.close()
  const off = await testEvents({ library: on.library })
  const later = await createEvent(off.http)
  await off.close()

  await receiver.comeBack()
  await allSent(await uploadingTo(receiver, { library: on.library }))
  await receiver.until(() => receiver.events.size === 2)

  expect([...receiver.events.keys()]).toEqual([id, later])
})

test('an event whose file is gone from the disk goes without it', async () => {
  const receiver = await cloudReceiverHost()
  await receiver.goAway()
  const events = await uploadingTo(receiver)
  const id = await createEvent(events.http, { images: [{ label: 'lost', base64Image: await encoded() }] })
  await events.close()
  for (const path of await filesIn(join(events.library, 'events', 'media'))) await rm(path)
  await receiver.comeBack()

  await allSent(await uploadingTo(receiver, { library: events.library }))

  expect(receiver.event(id).images).toMatchObject([{ label: 'lost' }])
  expect(receiver.event(id).images[0]).not.toHaveProperty('sourceId')
  expect(receiver.files.size).toBe(0)
})

test('an event whose file is damaged on the disk goes without it', async () => {
  const receiver = await cloudReceiverHost()
  await receiver.goAway()
  const events = await uploadingTo(receiver)
  const id = await createEvent(events.http, { images: [{ label: 'spoiled', base64Image: await encoded() }] })
  await events.close()
  await spoilAll(join(events.library, 'events', 'media'))
  await receiver.comeBack()

  await allSent(await uploadingTo(receiver, { library: events.library }))

  expect(receiver.event(id).images).toMatchObject([{ label: 'spoiled' }])
  expect(receiver.event(id).images[0]).not.toHaveProperty('sourceId')
  expect(receiver.files.size).toBe(0)
})

/** The stored files, without the one that tells which database they belong to. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.json'))
  return files.map((entry) => join(entry.parentPath, entry.name))
}

/** Flips a bit of every file; their sizes stay. */
async function spoilAll(folder: string): Promise<void> {
  for (const path of await filesIn(folder)) {
    const bytes = await readFile(path)
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 20) ^ 1, bytes.length - 20)
    await writeFile(path, bytes)
  }
}

test('an event needs a solution where events are sent, unless a default is set', async () => {
  const receiver = await cloudReceiverHost()
  const strict = await uploadingTo(receiver, { settings: { DEFAULT_SOLUTION_ID: '' } })

  const without = await strict.http.post('/v2/events', {
    json: { inference_timestamp: '2026-11-22T10:00:00Z', event_schema: 'anything', event_data: {} },
  })
  const id = await createEvent(strict.http, { solution: 'bolts' })
  await allSent(strict)

  expect(without).toMatchObject({ status: 400, body: { detail: expect.stringContaining('DEFAULT_SOLUTION_ID') } })
  expect([...receiver.events.keys()]).toEqual([id])
  expect(receiver.event(id)).toMatchObject({ useCaseId: 'bolts' })
})

test('the store closes at once while a receiver says no word', async () => {
  const receiver = await cloudReceiverHost()
  receiver.mood = () => hangs
  const events = await uploadingTo(receiver, { upload: { ...QUICK, idleMs: 3_600_000, totalMs: 3_600_000 } })
  const id = await createEvent(events.http, { images: [{ base64Image: await encoded() }] })
  await receiver.until(() => receiver.asked.length === 1)

  await events.close()

  expect(waitingIn(events)).toEqual([{ id, attempts: 0, reason: null }])
})

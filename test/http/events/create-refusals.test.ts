import pino from 'pino'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { buildEvents } from '#servers/events/server'
import { listen } from '#servers/kit/listen'
import { newEvent, testEvents } from '../../kit/event-store.ts'
import { filesOf, misplaced, plainImage, postUnannounced } from '../../kit/stored-events.ts'

let png: string
let jpeg: string

beforeAll(async () => {
  png = await plainImage('png')
  jpeg = await plainImage('jpeg')
})

const Failure = z.object({ detail: z.string() })

test('a field that is given in both spellings does not fit, even with the same value', async () => {
  const { http } = await testEvents()
  const bodies = [
    newEvent({ deviceId: 'a', device_id: 'a' }),
    newEvent({ eventSchema: 'custom' }),
    newEvent({ images: [{}, { base64Image: png, base64_image: png }] }),
  ]

  const answers = await Promise.all(bodies.map((json) => http.post('/v2/events', { json })))

  expect(answers.map(misplaced)).toEqual(['body.device_id', 'body.eventSchema', 'body.images.1.base64_image'])
  expect(answers[0]?.body).toMatchObject({ detail: [{ msg: 'device_id is given in two spellings' }] })
})

test('what is required is missed by its name when it is absent, and refused when it is null', async () => {
  const { http } = await testEvents()

  for (const name of ['inference_timestamp', 'event_schema', 'event_data']) {
    const absent = await http.post('/v2/events', { json: newEvent({ [name]: undefined }) })
    const none = await http.post('/v2/events', { json: newEvent({ [name]: null }) })
    expect(absent).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', name], msg: `${name} is missing`, type: 'missing' }] },
    })
    expect(misplaced(none)).toBe(`body.${name}`)
  }
})

test('values that do not fit are told with the way to them, what they are and what they must be', async () => {
  const { http } = await testEvents()
  const box = { class: 'cup', x: 1, y: 2, width: 3, height: 4 }

  const answer = await http.post('/v2/events', {
    json: newEvent({
      deviceId: 5,
      images: [
        {
          objectDetections: [
            { ...box, confidence: 1.5 },
            { ...box, confidence: 1, width: -1 },
          ],
        },
      ],
    }),
  })

  expect(answer).toMatchObject({ status: 422 })
  expect(answer.body).toEqual({
    detail: [
      { loc: ['body', 'device_id'], msg: 'device_id must be a string', type: 'type_error', input: 5 },
      {
        loc: ['body', 'images', 0, 'object_detections', 0, 'confidence'],
        msg: 'images.0.object_detections.0.confidence must be at most 1',
        type: 'less_than_equal',
        input: 1.5,
        ctx: { le: 1 },
      },
      {
        loc: ['body', 'images', 0, 'object_detections', 1, 'width'],
        msg: 'images.0.object_detections.1.width must be at least 0',
        type: 'greater_than_equal',
        input: -1,
        ctx: { ge: 0 },
      },
    ],
  })
})

const OUTLINE = { class: 'a', confidence: 0.9, x: 1, y: 1, width: 2, height: 2 }

const UNFIT: readonly (readonly [more: object, place: string])[] = [
  [{ inference_timestamp: 'yesterday' }, 'inference_timestamp'],
  [{ inference_timestamp: 1_763_805_600 }, 'inference_timestamp'],
  [{ inference_timestamp: '2026-02-30T10:00:00Z' }, 'inference_timestamp'],
  [{ event_schema: '' }, 'event_schema'],
  [{ event_schema: 'a'.repeat(1001) }, 'event_schema'],
  [{ event_data: [] }, 'event_data'],
  [{ event_data: 'pass' }, 'event_data'],
  [{ custom_metadata: [1] }, 'custom_metadata'],
  [{ images: {} }, 'images'],
  [{ images: ['x'] }, 'images.0'],
  [{ images: [[]] }, 'images.0'],
  [{ images: Array.from({ length: 101 }, () => ({})) }, 'images'],
  [{ images: [{ base64Image: 5 }] }, 'images.0.base64_image'],
  [{ images: [{ metadata: 'x' }] }, 'images.0.metadata'],
  [{ images: [{ classifications: [{ class: 'a' }] }] }, 'images.0.classifications.0.confidence'],
  [{ images: [{ keypoints: [{}] }] }, 'images.0.keypoints.0.class'],
  [
    { images: [{ instance_segmentations: [{ ...OUTLINE, points: [{ x: 1, y: 2 }] }] }] },
    'images.0.instance_segmentations.0.points.0',
  ],
  [{ displayImagePosition: 1 }, 'display_image_position'],
  [{ displayImagePosition: -1 }, 'display_image_position'],
  [{ displayImagePosition: 0.5, images: [{}, {}] }, 'display_image_position'],
  [{ displayImagePosition: 2, images: [{}, {}] }, 'display_image_position'],
  [{ draft: 'yes' }, 'draft'],
  [{ draft: 1 }, 'draft'],
  [{ deviceId: '' }, 'device_id'],
]

test('what does not fit is refused at its place, and nothing of it is stored', async () => {
  const store = await testEvents()

  for (const [more, place] of UNFIT) {
    const answer = await store.http.post('/v2/events', { json: newEvent({ ...more }) })
    expect(misplaced(answer)).toBe(`body.${place}`)
  }

  expect(store.keeping.service.totals()).toMatchObject({ events: 0, bytes: 0 })
})

test('an image that cannot be read is refused with the name of its field, and nothing is written', async () => {
  const store = await testEvents()
  const whole = { base64Image: png, inputBase64Image: jpeg }
  const cut = jpeg.slice(0, Math.floor(jpeg.length / 8) * 4)
  const text = Buffer.from('This is no image at all, but long enough.').toString('base64')

  const answers = [
    await store.http.post('/v2/events', { json: newEvent({ images: [whole, { base64Image: cut }] }) }),
    await store.http.post('/v2/events', { json: newEvent({ images: [whole, { inputBase64Image: text }] }) }),
    await store.http.post('/v2/events', { json: newEvent({ images: [{ base64_image: 'https://a.b/c.jpg' }] }) }),
    await store.http.post('/v2/events', { json: newEvent({ images: [whole, whole, { base64Image: '' }] }) }),
  ]

  expect(answers.map(({ status, body }) => [status, Failure.parse(body).detail])).toEqual([
    [400, 'images.1.base64Image is only a part of an image (image/jpeg)'],
    [400, 'images.1.inputBase64Image is not a supported image. Use JPEG, PNG, WebP, GIF, TIFF, AVIF or BMP'],
    [400, 'images.0.base64Image is not base64'],
    [400, 'images.2.base64Image is not base64'],
  ])
  expect(store.keeping.service.totals()).toMatchObject({ events: 0, bytes: 0 })
  expect(await filesOf(store)).toEqual([])
})

const KEY = { 'x-api-key': 'secret' }
const SENDING = { CLOUD_UPLOAD_URL: 'http://127.0.0.1:9/v2', MAX_RECORD_BYTES: '20000' }

test('a request that fails in every way is told first of the key, then of the room', async () => {
  const { http } = await testEvents({ apiKey: 'secret', settings: { ...SENDING, MAX_RECORDS: '1' } })
  const first = await http.post('/v2/events', { headers: KEY, json: newEvent({ solution: 's' }) })
  const body = `{"broken": ${'x'.repeat(30_000)}`

  const keyless = await http.post('/v2/events', { body })
  const blocked = await http.post('/v2/events', { headers: KEY, body })

  expect(first.status).toBe(201)
  expect(keyless).toMatchObject({ status: 401, body: { detail: expect.stringContaining('X-API-Key') } })
  expect(blocked).toMatchObject({ status: 529, body: { error: 'capacity_blocked', detail: expect.any(String) } })
})

test('where there is room it is told of the size, the body, the data, the images and then the solution', async () => {
  const store = await testEvents({ settings: SENDING })
  const post = (json: object) => store.http.post('/v2/events', { json })
  const wrong = { event_data: { result: 'maybe' }, images: [{ base64Image: 'no!' }], draft: 'perhaps' }
  const { draft: _, ...unfit } = wrong

  const answers = [
    await post(newEvent({ ...wrong, workflowId: 'x'.repeat(30_000) })),
    await post(newEvent(wrong)),
    await post(newEvent(unfit)),
    await post(newEvent({ images: unfit.images })),
    await post(newEvent()),
    await post(newEvent({ solution: 's' })),
  ]

  expect(answers.map(({ status }) => status)).toEqual([413, 422, 400, 400, 400, 201])
  const [large, body, data, image, solution] = answers.map((answer) => JSON.stringify(answer.body))
  expect(large).toContain('larger than 20000 bytes')
  expect(body).toContain('draft must be true or false')
  expect(data).toContain('event_data does not fit quality_check: result must be one of')
  expect(image).toContain('images.0.base64Image is not base64')
  expect(solution).toContain('solution is missing')
  expect(store.keeping.service.totals()).toMatchObject({ events: 1 })
  expect(await filesOf(store)).toEqual([])
})

test('what is no JSON object does not fit', async () => {
  const { http } = await testEvents()

  for (const body of ['', 'null', '[]', '5', '"text"', '{"a": }', '{', '\uFFFF', '{"a": NaN}', '[{}]'])
    expect(misplaced(await http.post('/v2/events', { body }))).toMatch(/^body/)
})

test('a record that is too large is refused, whether its length is announced or not', async () => {
  const store = await testEvents({ settings: { MAX_RECORD_BYTES: '20000' } })
  const options = { appVersion: '1', apiKey: undefined, anyHost: false, log: pino({ level: 'silent' }) }
  const server = await buildEvents(
    { events: store.keeping.service, largeBodies: store.keeping.largeBodies },
    { ...options, maxRecordBytes: 20_000 },
  )
  onTestFinished(() => server.close())
  const { url } = await listen('events', server, { host: '127.0.0.1', port: 0 })
  const large = JSON.stringify(newEvent({ workflowId: 'x'.repeat(20_000) }))
  const announced = await fetch(`${url}/v2/events`, { method: 'POST', body: large })
  const unannounced = await postUnannounced(`${url}/v2/events`, [large.slice(0, 9000), large.slice(9000)])

  const detail = 'The record is larger than 20000 bytes, which is the limit (MAX_RECORD_BYTES)'
  expect([announced.status, unannounced.status]).toEqual([413, 413])
  expect([await announced.json(), JSON.parse(unannounced.text)]).toEqual([{ detail }, { detail }])
  expect(store.keeping.service.totals()).toMatchObject({ events: 0 })
})

test('data of more levels than a program can walk do not fit', async () => {
  const { http } = await testEvents()
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  const body = (levels: number) =>
    `{"inference_timestamp": "2026-11-22T10:00:00Z", "event_schema": "deep", "event_data": {"a": ${deep(levels)}}}`

  const [within, beyond, bottomless] = await Promise.all(
    [198, 199, 200_000].map((levels) => http.post('/v2/events', { body: body(levels) })),
  )

  expect(within).toMatchObject({ status: 201 })
  for (const answer of [beyond, bottomless])
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body'], msg: 'The body has more than 200 levels' }] },
    })
})

test('pages of the web cannot fill the store, in whatever words they send their body', async () => {
  const store = await testEvents()
  const post = (headers: Readonly<Record<string, string>>) =>
    store.http.post('/v2/events', { headers: { host: '127.0.0.1:8001', ...headers }, body: JSON.stringify(newEvent()) })

  const foreign = await post({ origin: 'https://example.com', 'content-type': 'text/plain' })
  const nowhere = await post({ origin: 'null' })
  const own = await post({ origin: 'http://127.0.0.1:8001' })

  expect(foreign).toMatchObject({ status: 403, body: { detail: expect.stringContaining('https://example.com') } })
  expect([nowhere.status, own.status]).toEqual([403, 201])
  expect(store.keeping.service.totals()).toMatchObject({ events: 1 })
})

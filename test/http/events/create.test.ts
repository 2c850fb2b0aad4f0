import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { StoredEvent } from '#common/events/stored-event'
import { newEvent, testEvents } from '../../kit/event-store.ts'
import { filesOf, plainImage, stored } from '../../kit/stored-events.ts'

let png: string
let jpeg: string

beforeAll(async () => {
  png = await plainImage('png')
  jpeg = await plainImage('jpeg')
})

test('what a block that writes events sends is stored: both spellings in one body, and no `occluded`', async () => {
  const store = await testEvents()

  const event = await stored(store, {
    inference_timestamp: '2026-11-22T10:15:30.123456+00:00',
    event_schema: 'inventory_count',
    event_data: { location: 'dock 4', itemCount: 12, itemType: 'crate', externalId: 'order-9' },
    images: [
      {
        base64Image: jpeg,
        inputBase64Image: png,
        objectDetections: [{ class: 'crate', x: 10.5, y: 8, width: 6, height: 4, confidence: 0.91 }],
        keypoints: [
          {
            class: 'person',
            x: -4.5,
            y: 300,
            width: 20,
            height: 40,
            confidence: 0.0,
            keypoints: [{ id: 0, x: 1.5, y: -2 }],
          },
        ],
      },
    ],
    displayImagePosition: 0,
    custom_metadata: {},
  })

  expect(event).toMatchObject({
    solution: null,
    inference_timestamp: '2026-11-22T10:15:30.123456+00:00',
    event_data: { location: 'dock 4', itemCount: 12, itemType: 'crate', externalId: 'order-9' },
    custom_metadata: {},
    display_image_position: 0,
    original_file_count: 2,
    current_file_count: 2,
    images: [
      {
        file_id: expect.any(String),
        input_file_id: expect.any(String),
        label: null,
        metadata: null,
        object_detections: [{ class: 'crate', x: 10.5, y: 8, width: 6, height: 4, confidence: 0.91 }],
        classifications: [],
        instance_segmentations: [],
        keypoints: [
          {
            class: 'person',
            x: -4.5,
            y: 300,
            width: 20,
            height: 40,
            confidence: 0,
            keypoints: [{ id: 0, x: 1.5, y: -2 }],
          },
        ],
      },
    ],
  })
})

test('what a block for vision events sends is stored: a solution, and an entry with the taken image alone', async () => {
  const store = await testEvents()
  const points = [
    [-1, -1],
    [30, 0.5],
    [12, 40],
  ]

  const event = await stored(store, {
    inference_timestamp: '2026-11-22T10:15:30.000001+00:00',
    event_schema: 'operator_feedback',
    event_data: { relatedEventId: 'b7f0', feedback: 'incorrect' },
    solution: 'line-3-quality',
    images: [
      {
        inputBase64Image: jpeg,
        label: 'workflow',
        classifications: [{ class: 'unknown', confidence: 0.0 }],
        instanceSegmentations: [{ class: 'cap', x: 0, y: 0, width: 0, height: 0, confidence: 1, points }],
      },
    ],
    displayImagePosition: 0,
    custom_metadata: { line: 'three', shift: 2, night: false },
  })

  expect(event).toMatchObject({
    solution: 'line-3-quality',
    custom_metadata: { line: 'three', shift: 2, night: false },
    images: [
      {
        file_id: null,
        input_file_id: expect.any(String),
        label: 'workflow',
        classifications: [{ class: 'unknown', confidence: 0 }],
        instance_segmentations: [{ class: 'cap', confidence: 1, points }],
      },
    ],
  })
})

test('an event without images is stored, with an empty list or none', async () => {
  const store = await testEvents()
  const least = { inference_timestamp: '2026-11-22T10:15:30+00:00', event_schema: 'custom', event_data: { value: 'x' } }

  const events = [await stored(store, least), await stored(store, { ...least, images: [], solution: 's' })]

  expect(events).toMatchObject([
    { images: [], solution: null, display_image_position: null, original_file_count: 0 },
    { images: [], solution: 's', display_image_position: null, original_file_count: 0 },
  ])
})

function snakeCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCased)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, part]) => [
    SNAKE[key] ?? key,
    OPEN.has(key) ? part : snakeCased(part),
  ])
  return Object.fromEntries(entries)
}

/** Fields whose contents keep their names. */
const OPEN = new Set(['eventData', 'customMetadata', 'metadata'])

const SNAKE: Readonly<Record<string, string>> = {
  workflowId: 'workflow_id',
  workflowVersion: 'workflow_version',
  inferenceTimestamp: 'inference_timestamp',
  deviceId: 'device_id',
  streamId: 'stream_id',
  imageId: 'image_id',
  eventSchema: 'event_schema',
  eventData: 'event_data',
  customMetadata: 'custom_metadata',
  displayImagePosition: 'display_image_position',
  base64Image: 'base64_image',
  inputBase64Image: 'input_base64_image',
  objectDetections: 'object_detections',
  instanceSegmentations: 'instance_segmentations',
}

/** Every field that there is, as camelCase. */
function wholeEvent() {
  const box = { class: 'cup', x: 1, y: 2, width: 3, height: 4, confidence: 0.5 }
  const points = [
    [0, 0],
    [9, 0],
    [9, 9],
  ]
  return {
    solution: 's',
    workflowId: 'w',
    workflowVersion: '7',
    inferenceTimestamp: '2026-11-22T10:00:00Z',
    deviceId: 'd',
    streamId: 'st',
    imageId: 'i',
    eventSchema: 'anything',
    eventData: { deviceId: 'inside' },
    customMetadata: { eventData: 1 },
    displayImagePosition: 1,
    draft: true,
    images: [
      {
        label: 'l',
        base64Image: png,
        inputBase64Image: jpeg,
        objectDetections: [box],
        classifications: [{ class: 'cup', confidence: 1 }],
        instanceSegmentations: [{ ...box, points }],
        keypoints: [{ ...box, keypoints: [{ id: 'nose', x: 1, y: 2, occluded: true }] }],
        metadata: { imageId: 'inside' },
      },
      {},
    ],
  }
}

test('every field may be spelled in camelCase, in snake_case, or in either', async () => {
  const store = await testEvents()
  const camel = wholeEvent()
  const snake = Object(snakeCased(camel))
  const mixed = { ...camel, ...Object(snakeCased({ deviceId: 'd', eventSchema: 'anything' })) }
  delete mixed.deviceId
  delete mixed.eventSchema

  const events = [await stored(store, camel), await stored(store, snake), await stored(store, mixed)]

  const own = { id: '', created_at: '' }
  const comparable = events.map(({ images: entries, ...event }) => ({
    ...event,
    ...own,
    images: entries.map((image) => ({ ...image, file_id: '', input_file_id: '' })),
  }))
  expect(comparable[1]).toEqual(comparable[0])
  expect(comparable[2]).toEqual(comparable[0])
  expect(comparable[0]).toMatchObject({
    workflow_id: 'w',
    workflow_version: '7',
    device_id: 'd',
    stream_id: 'st',
    image_id: 'i',
    draft: true,
    event_data: { deviceId: 'inside' },
    custom_metadata: { eventData: 1 },
    display_image_position: 1,
    images: [{ metadata: { imageId: 'inside' }, keypoints: [{ keypoints: [{ id: 'nose', occluded: true }] }] }, {}],
  })
})

test('null says what an absent field says, wherever a field may be absent', async () => {
  const store = await testEvents()
  const nothing = Object.fromEntries(
    ['solution', 'workflowId', 'workflow_version', 'deviceId', 'stream_id', 'imageId', 'customMetadata', 'draft'].map(
      (name) => [name, null],
    ),
  )
  const entry = Object.fromEntries(Object.keys(wholeEvent().images[0] ?? {}).map((name) => [name, null]))

  const event = await stored(store, newEvent({ ...nothing, displayImagePosition: null, images: [entry] }))
  const none = await stored(store, newEvent({ images: null, device_id: null, deviceId: 'd' }))

  expect(event).toMatchObject({ draft: false, device_id: null, custom_metadata: null, images: [{ metadata: null }] })
  expect(none).toMatchObject({ images: [], device_id: 'd' })
})

test('images of every kind that a browser or a camera makes are taken, in every way base64 is written', async () => {
  const store = await testEvents()
  const texts = await Promise.all((['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const).map(plainImage))
  const [first = ''] = texts
  const written = [
    ...texts,
    `data:image/jpeg;base64,${first}`,
    first.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
    first.replace(/.{64}/g, '$&\n'),
  ]

  const event = await stored(store, newEvent({ images: written.map((base64Image) => ({ base64Image })) }))

  expect(event.images.map(({ file_id }) => typeof file_id)).toEqual(written.map(() => 'string'))
  expect(event).toMatchObject({ original_file_count: 9, current_file_count: 9 })
  expect(await filesOf(store)).toHaveLength(6)
})

test('ids of images are told in the order of the entries, of each the output before the input', async () => {
  const { http } = await testEvents()
  const images = [{ inputBase64Image: png }, {}, { base64Image: jpeg, inputBase64Image: jpeg }, { base64Image: png }]

  const created = await http.post('/v2/events', { json: newEvent({ images }) })

  const { id, image_ids } = z.object({ id: z.string(), image_ids: z.array(z.string()) }).parse(created.body)
  const event = StoredEvent.parse((await http.get(`/v2/events/${id}`)).body)
  const named = event.images.flatMap(({ file_id, input_file_id }) => [file_id, input_file_id])
  expect(image_ids).toEqual(named.filter((fileId) => fileId !== null))
  expect(new Set(image_ids).size).toBe(4)
})

test('an event without a solution takes the one that the operator set', async () => {
  const store = await testEvents({
    settings: { CLOUD_UPLOAD_URL: 'http://127.0.0.1:9/v2', DEFAULT_SOLUTION_ID: 'line-3' },
  })

  const events = [await stored(store, newEvent()), await stored(store, newEvent({ solution: 'own' }))]

  expect(events.map(({ solution }) => solution)).toEqual(['line-3', 'own'])
})

test('numbers and texts are answered as they were sent', async () => {
  const store = await testEvents()
  const data = {
    numbers: [1e308, -1e308, 5e-324, 0.1, 2 ** 53, -0.5, 1e21],
    texts: ['', 'Größe 測試 🦀 \u0000 \u2028 "\\', '\ud83d', 'a'.repeat(200_000)],
    nested: [[[[{ deep: [null, true, {}] }]]]],
    ' odd key ': { '': 0 },
  }
  const box = { class: '👍', x: 1e308, y: -1e308, width: 1e-300, height: 0, confidence: 1 }

  const event = await stored(
    store,
    newEvent({ event_schema: 'ünïcode 🦀', event_data: data, images: [{ objectDetections: [{ ...box, extra: 1 }] }] }),
  )

  expect(event.event_schema).toBe('ünïcode 🦀')
  expect(event.event_data).toEqual(data)
  expect(event.images[0]?.object_detections).toEqual([{ ...box, extra: 1 }])
})

test('fields that are not known are passed over, but those of event_data and metadata are kept', async () => {
  const store = await testEvents()

  const event = await stored(store, newEvent({ useCaseId: 'x', timestamp: 1, images: [{ url: 'x' }] }))

  expect(Object.keys(event)).not.toContain('useCaseId')
  expect(Object.keys(event.images[0] ?? {})).not.toContain('url')
})

test('keys that are called after the root of all objects do no harm in any place', async () => {
  const store = await testEvents()
  const trap =
    '"__proto__": {"polluted": true, "draft": true, "label": "trap"}, "constructor": {"prototype": {"polluted": 1}}'
  const box = `{"class": "a", "x": 1, "y": 1, "width": 1, "height": 1, "confidence": 1, ${trap}}`
  const body = `{${trap}, "inference_timestamp": "2026-11-22T10:00:00Z", "event_schema": "__proto__",
    "event_data": {${trap}, "inside": {${trap}}}, "custom_metadata": {${trap}, "line": 3},
    "images": [{${trap}, "metadata": {${trap}}, "object_detections": [${box}]}]}`

  const created = await store.http.post('/v2/events', { body })

  const { id } = z.object({ id: z.string() }).parse(created.body)
  expect(created).toMatchObject({ status: 201, body: { draft: false } })
  expect((await store.http.get(`/v2/events/${id}`)).body).toMatchObject({
    event_schema: '__proto__',
    draft: false,
    custom_metadata: { line: 3 },
    images: [{ label: null, object_detections: [{ class: 'a', x: 1 }] }],
  })
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

test('JSON is read under every type, and under none', async () => {
  const { http } = await testEvents()
  const body = JSON.stringify(newEvent())
  const types = [
    'application/json',
    'application/json; charset=utf-8',
    'text/plain',
    'application/x-www-form-urlencoded',
    'json',
    'a/b/c',
    '{}; x',
  ]

  const answers = await Promise.all([
    ...types.map((type) => http.post('/v2/events', { headers: { 'content-type': type }, body })),
    http.post('/v2/events', { body }),
  ])

  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
})

import { expect, test } from 'vitest'
import { z } from 'zod'
import { newEvent, testEvents } from '../../kit/event-store.ts'
import { plainImage, stored } from '../../kit/stored-events.ts'

test('an event is answered with the fields of the reference, and as a draft when it is one', async () => {
  const store = await testEvents()

  const event = await stored(store, newEvent({ images: [{ base64Image: await plainImage('png') }] }))
  const draft = await stored(store, newEvent({ draft: true }))

  expect(Object.keys(event).toSorted()).toEqual([...FIELDS].toSorted())
  expect(Object.keys(event.images[0] ?? {}).toSorted()).toEqual([...IMAGE_FIELDS].toSorted())
  expect(event).toMatchObject({
    api_version: 'v2',
    draft: false,
    finalized_at: event.created_at,
    auto_finalized_at: null,
    videos: [],
    local_only_files: [],
  })
  expect(draft).toMatchObject({ draft: true, finalized_at: null, auto_finalized_at: null })
  expect(event.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
})

const FIELDS = [
  'id',
  'solution',
  'workflow_id',
  'workflow_version',
  'inference_timestamp',
  'device_id',
  'stream_id',
  'image_id',
  'images',
  'videos',
  'local_only_files',
  'display_image_position',
  'event_schema',
  'event_data',
  'custom_metadata',
  'created_at',
  'api_version',
  'original_file_count',
  'current_file_count',
  'draft',
  'finalized_at',
  'auto_finalized_at',
]
const IMAGE_FIELDS = [
  'file_id',
  'input_file_id',
  'label',
  'object_detections',
  'classifications',
  'instance_segmentations',
  'keypoints',
  'metadata',
]

test('what is created is answered with its id, the ids of its images and its moment, each later than the one before', async () => {
  const { http } = await testEvents()

  const answers = await Promise.all(Array.from({ length: 50 }, () => http.post('/v2/events', { json: newEvent() })))

  const Created = z.strictObject({
    id: z.uuid(),
    image_ids: z.array(z.string()).length(0),
    created_at: z.string(),
    draft: z.literal(false),
    message: z.literal('Event created successfully'),
  })
  const created = answers.map(({ body }) => Created.parse(body))
  expect(new Set(created.map(({ id }) => id)).size).toBe(50)
  expect(new Set(created.map(({ created_at }) => created_at)).size).toBe(50)
})

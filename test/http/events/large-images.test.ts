import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { newEvent, testEvents } from '../../kit/event-store.ts'
import { photo } from '../../kit/station-process.ts'
import { filesOf, stored } from '../../kit/stored-events.ts'

let photograph: Buffer
let large: string

beforeAll(async () => {
  photograph = await photo('astronaut.jpg')
  large = photograph.toString('base64')
})

test('large images are taken under every name, and texts of the same size beside them stay texts', async () => {
  const store = await testEvents()
  const texts = { base64Image: large, base64_image: large }
  const images = [
    { base64Image: large, inputBase64Image: `data:image/jpeg;base64,${large}`, metadata: texts },
    { base64_image: large.replace(/.{76}/g, '$&\n'), input_base64_image: large },
  ]

  const event = await stored(
    store,
    newEvent({ event_schema: 'own_words', event_data: texts, custom_metadata: texts, images }),
  )

  expect(event).toMatchObject({ event_data: texts, custom_metadata: texts, images: [{ metadata: texts }, {}] })
  expect(event.original_file_count).toBe(4)
  expect(await filesOf(store)).toEqual([nameOf(photograph)])
})

test('a large image is attached to a draft', async () => {
  const store = await testEvents()
  const draft = await stored(store, newEvent({ draft: true }))

  const { status } = await store.http.post(`/v2/events/${draft.id}/images`, { json: { base64Image: large } })

  expect(status).toBe(201)
  expect(await filesOf(store)).toEqual([nameOf(photograph)])
})

test('a large text that is no image is told under its own name', async () => {
  const store = await testEvents()
  const broken = [`${large.slice(0, 40_000)}!${large.slice(40_001)}`, large.slice(0, 40_000), 'A'.repeat(40_000)]

  const answers = await Promise.all(
    broken.map((text) => store.http.post('/v2/events', { json: newEvent({ images: [{}, { base64Image: text }] }) })),
  )

  expect(answers.map(({ status, body }) => [status, JSON.stringify(body)])).toEqual([
    [400, expect.stringContaining('images.1.base64Image is not base64')],
    [400, expect.stringContaining('images.1.base64Image is only a part of an image')],
    [400, expect.stringContaining('images.1.base64Image is not a supported image')],
  ])
})

/** Files are kept under the hash of their bytes. */
function nameOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

import { ReadableStream } from 'node:stream/web'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { imageForm, newProject } from '../../kit/dataset.ts'
import { someImage } from '../../kit/images.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation
let project: string
let base: string

beforeAll(async () => {
  station = await testStation()
  base = await station.listen()
  project = await newProject(station)
})

afterAll(async () => station.close())

const Uploaded = z.object({ id: z.string() })

const send = (form: FormData, query = '') => station.management.post(`/dataset/${project}/upload${query}`, { form })

async function imageOf(answer: { body: unknown }) {
  const { id } = Uploaded.parse(answer.body)
  const { body } = await station.management.get(`/acme/${project}/images/${id}`)
  return z.object({ image: z.record(z.string(), z.unknown()) }).parse(body).image
}

test('tags and metadata come in the query, as the Python client sends them', async () => {
  const form = imageForm(await someImage(), {
    name: 'quay.png',
    split: 'valid',
    metadata: '{"lane": 4, "wet": true}',
  })

  const answer = await send(form, '?tag=night&tag=second+shift&sequence_number=0&batch=Monday')

  const user_metadata = { lane: 4, wet: true }
  expect(await imageOf(answer)).toMatchObject({ split: 'valid', tags: ['night', 'second shift'], user_metadata })
})

test('fields count in any order around the file, and tags of form and query add up', async () => {
  const form = new FormData()
  form.append('tag', 'before')
  form.append('file', new Blob([new Uint8Array(await someImage())]), 'own.png')
  form.append('tag', 'behind')
  form.append('metadata', '{"lane": 1}')

  const answer = await send(form, `?tag=asked&metadata=${encodeURIComponent('{"lane": 2}')}`)

  const expected = { name: 'own.png', tags: ['asked', 'before', 'behind'], user_metadata: { lane: 1 } }
  expect(await imageOf(answer)).toMatchObject(expected)
})

test('a form in pieces, the file first, is tagged by what comes behind', async () => {
  const form = imageForm(await someImage())
  for (const [name, value] of [
    ['tag', 'late'],
    ['metadata', '{"cam":"c1"}'],
    ['split', 'test'],
  ] as const)
    form.append(name, value)
  const encoded = new Response(form)
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
  const body = ReadableStream.from(pieces(Buffer.from(await encoded.arrayBuffer())))

  const url = `${base}/dataset/${project}/upload?api_key=${station.key}`
  const init: RequestInit = { method: 'POST', headers }
  const response = await fetch(url, Object.assign(init, { body, duplex: 'half' }))

  const expected = { split: 'test', tags: ['late'], user_metadata: { cam: 'c1' } }
  expect(await imageOf({ body: await response.json() })).toMatchObject(expected)
})

test('the same bytes again add their tags and metadata to the image that is there', async () => {
  const bytes = await someImage()
  const first = await send(imageForm(bytes, { tag: 'a', metadata: '{"lane":1,"cam":"c1"}' }))

  const second = await send(imageForm(bytes, { tag: 'b', metadata: '{"lane":2}', split: 'test' }))

  const { id } = Uploaded.parse(first.body)
  expect(second).toMatchObject({ status: 200, body: { duplicate: true, id } })
  const expected = { split: 'train', tags: ['a', 'b'], user_metadata: { lane: 2, cam: 'c1' } }
  expect(await imageOf(second)).toMatchObject(expected)
})

test('ten uploads of the same new bytes at once are one image with all their tags', async () => {
  const bytes = await someImage()

  const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => send(imageForm(bytes, { tag: `t${i}` }))))

  const ids = new Set(answers.map(({ body }) => Uploaded.parse(body).id))
  expect(ids.size).toBe(1)
  expect(await imageOf(answers[0] ?? { body: null })).toMatchObject({
    tags: Array.from({ length: 10 }, (_, i) => `t${i}`),
  })
})

test.each([
  ['a tag of 65 characters', { tag: 't'.repeat(65) }, 'has 65 characters; at most 64'],
  ['a tag with a slash', { tag: 'a/b' }, 'tags hold letters, digits, hyphens, underscores and blanks'],
  [
    'metadata that is no JSON',
    { metadata: 'lane: 4' },
    'metadata must be a JSON object such as {"lane": 4}, not lane: 4',
  ],
  ['metadata that is a list', { metadata: '[1]' }, 'metadata must be a JSON object'],
  ['a metadata value that is an object', { metadata: '{"a":{}}' }, 'value of "a" must be a text, a number'],
  ['a metadata number beyond all bounds', { metadata: '{"a":1e999}' }, 'value of "a" must be a text, a number'],
  ['a sequence number below 0', { sequence_number: '-1' }, 'sequence_number must be a whole number of at least 0'],
  ['a sequence size of 0', { sequence_number: '0', sequence_size: '0' }, 'sequence_size must be a whole number of at'],
  ['a sequence number in words', { sequence_number: 'one' }, 'not "one"'],
  ['an inference id without end', { inference_id: 'i'.repeat(201) }, 'inference_id has 201 characters'],
])('%s is refused, and nothing of the image stays', async (_what, fields, sentence) => {
  const fresh = await newProject(station)
  const form = imageForm(await someImage(), fields)

  const answer = await station.management.post(`/dataset/${fresh}/upload`, { form })

  expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(sentence) } })
  expect((await station.management.get(`/acme/${fresh}`)).body).toMatchObject({ project: { images: 0 } })
})

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

test.each([
  ['in lines', (text: string) => text.replace(/.{76}/g, '$&\r\n')],
  [
    'in the alphabet for addresses',
    (text: string) => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
  ],
  ['as a data URL', (text: string) => `data:image/png;base64,${text}`],
  ['as a data URL with a parameter', (text: string) => `data:image/png;name=a.png;base64,${text}`],
  ['as an escaped form', (text: string) => encodeURIComponent(text)],
  ['as an escaped data URL', (text: string) => encodeURIComponent(`data:image/png;base64,${text}`)],
])('base64 text %s is an image, with tags from the query', async (_how, write) => {
  const sent = await someImage(70, 50)
  const body = write(sent.toString('base64'))

  const path = `/dataset/${project}/upload?name=text.png&tag=text&metadata=${encodeURIComponent('{"lane":3}')}`
  const answer = await station.management.post(path, { body, headers: FORM })

  const image = await imageOf(answer)
  expect(image).toMatchObject({ name: 'text.png', width: 70, height: 50, tags: ['text'], user_metadata: { lane: 3 } })
  const { original } = z.object({ original: z.string() }).parse(image['urls'])
  expect((await station.management.get(original)).bytes.equals(sent)).toBe(true)
})

test('base64 text that comes byte by byte is the same image', async () => {
  const image = await someImage(20, 20)
  const text = Buffer.from(encodeURIComponent(`data:image/png;base64,${image.toString('base64')}`))
  const body = ReadableStream.from(pieces(text, 1))

  const url = `${base}/dataset/${project}/upload?api_key=${station.key}&name=slow.png`
  const init: RequestInit = { method: 'POST', headers: FORM }
  const response = await fetch(url, Object.assign(init, { body, duplex: 'half' }))

  expect(await imageOf({ body: await response.json() })).toMatchObject({ name: 'slow.png', width: 20 })
})

async function* pieces(bytes: Buffer, size = 100) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

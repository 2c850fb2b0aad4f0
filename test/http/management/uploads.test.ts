import { ReadableStream } from 'node:stream/web'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { imageForm, newProject, upload } from '../../kit/dataset.ts'
import { decompressionBomb, someImage } from '../../kit/images.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation
let base: string

beforeAll(async () => {
  station = await testStation()
  base = await station.listen()
})

afterAll(async () => station.close())

const Uploaded = z.object({ id: z.string() })

async function detailsOf(project: string, answer: { body: unknown }) {
  const { id } = Uploaded.parse(answer.body)
  return (await station.management.get(`/acme/${project}/images/${id}`)).body
}

test('a form with the fields before the file puts the image where it says', async () => {
  const project = await newProject(station)
  const form = imageForm(await someImage(), { name: 'quay.png', split: 'valid', batch: 'Monday' })

  const answer = await station.management.post(`/dataset/${project}/upload`, { form })

  expect(answer).toMatchObject({ status: 200, body: { success: true, id: expect.any(String) } })
  expect(await detailsOf(project, answer)).toMatchObject({ image: { name: 'quay.png', split: 'valid' } })
})

test('a form with the file before the fields does the same', async () => {
  const project = await newProject(station)
  const form = imageForm(await someImage())
  form.append('name', 'late.png')
  form.append('split', 'test')

  const answer = await station.management.post(`/acme/${project}/upload`, { form })

  expect(await detailsOf(project, answer)).toMatchObject({ image: { name: 'late.png', split: 'test' } })
})

test('a form of unknown length is taken in pieces, file first', async () => {
  const project = await newProject(station)
  const form = imageForm(await someImage())
  form.append('split', 'valid')
  const encoded = new Response(form)
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
  const body = ReadableStream.from(once(Buffer.from(await encoded.arrayBuffer())))

  const url = `${base}/dataset/${project}/upload?api_key=${station.key}`
  const init: RequestInit = { method: 'POST', headers }
  const response = await fetch(url, Object.assign(init, { body, duplex: 'half' }))

  expect(response.status).toBe(200)
  expect(await detailsOf(project, { body: await response.json() })).toMatchObject({ image: { split: 'valid' } })
})

test('the query says what the form does not', async () => {
  const project = await newProject(station)
  const form = imageForm(await someImage(), { name: 'form.png' })

  const answer = await station.management.post(`/dataset/${project}/upload?name=query.png&split=test`, { form })

  expect(await detailsOf(project, answer)).toMatchObject({ image: { name: 'form.png', split: 'test' } })
})

test('an image without a split is for training, and goes by the name of its file', async () => {
  const project = await newProject(station)
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await someImage())]), 'own.png')

  const answer = await station.management.post(`/dataset/${project}/upload`, { form })

  expect(await detailsOf(project, answer)).toMatchObject({ image: { name: 'own.png', split: 'train' } })
})

test('a body of base64 text is an image', async () => {
  const project = await newProject(station)
  const body = (await someImage(400, 300)).toString('base64')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }

  const path = `/dataset/${project}/upload?name=text.png&split=valid`
  const answer = await station.management.post(path, { body, headers })

  const image = { name: 'text.png', split: 'valid', width: 400, height: 300 }
  expect(await detailsOf(project, answer)).toMatchObject({ image })
})

test('the same bytes twice are one image, and the second answer says so', async () => {
  const project = await newProject(station)
  const bytes = await someImage()
  const first = await station.management.post(`/dataset/${project}/upload`, { form: imageForm(bytes) })

  const second = await station.management.post(`/dataset/${project}/upload`, { form: imageForm(bytes) })

  const { id } = Uploaded.parse(first.body)
  expect(second).toMatchObject({ status: 200, body: { duplicate: true, id, message: expect.any(String) } })
})

test('ten uploads at once into a new batch make one batch', async () => {
  const project = await newProject(station)

  await Promise.all(Array.from({ length: 10 }, () => upload(station, project, { batch: 'Rush' })))

  const found = await station.services.projects.find(station.workspace, project)
  const facets = found.ok ? await station.services.images.facets(found.value) : undefined
  expect(facets?.batches).toMatchObject([{ name: 'Rush', images: 10 }])
})

test('a key in the form counts when it comes before the file', async () => {
  const project = await newProject(station)
  const before = imageForm(await someImage(), { api_key: station.key })
  const behind = imageForm(await someImage())
  behind.append('api_key', station.key)

  const answers = [
    await station.management.post(`/acme/${project}/upload`, { key: null, form: before }),
    await station.management.post(`/acme/${project}/upload`, { key: null, form: behind }),
  ]

  expect(answers).toMatchObject([{ status: 200 }, { status: 401 }])
})

test('a key in the form opens no other workspace', async () => {
  const fish = await station.addWorkspace('fish')
  const project = await newProject(station)
  const form = imageForm(await someImage(), { api_key: fish.key })

  const answer = await station.management.post(`/acme/${project}/upload`, { key: null, form })

  expect(answer.status).toBe(403)
})

test.each([
  ['an empty file', Buffer.alloc(0), 400, 'The file is empty (0 bytes)'],
  ['a text', Buffer.from('not an image'), 400, 'This file is not an image'],
  [
    'a HEIC',
    Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
    400,
    'HEIC images are not supported. Convert the image to JPEG or PNG',
  ],
  [
    'an SVG',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    400,
    'SVG files are not supported. Use JPEG, PNG',
  ],
  ['a damaged image', Buffer.from('89504e470d0a1a0a0000', 'hex'), 400, 'The file is damaged'],
  ['an image that would fill the memory', decompressionBomb(), 413, '1600 million pixels'],
])('%s is refused by name, and nothing of it stays', async (_what, file, status, sentence) => {
  const project = await newProject(station)
  const form = imageForm(file, { name: 'odd.png' })

  const answer = await station.management.post(`/dataset/${project}/upload`, { form })

  expect(answer).toMatchObject({ status, body: { error: expect.stringContaining(sentence) } })
  expect(answer).toMatchObject({ body: { error: expect.stringMatching(/^odd\.png: /) } })
  expect((await station.management.get(`/acme/${project}`)).body).toMatchObject({ project: { images: 0 } })
})

test.each([
  ['a split that does not exist', { split: 'val' }, 'split must be train, valid or test, not "val"'],
  ['a batch name without end', { batch: 'b'.repeat(200) }, 'Batch names can have at most 120 characters'],
  ['a name that leaves its folder', { name: '../../etc/passwd' }, 'leaves its folder'],
])('%s is refused', async (_what, fields, sentence) => {
  const project = await newProject(station)
  const form = imageForm(await someImage(), fields)

  const answer = await station.management.post(`/dataset/${project}/upload`, { form })

  expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(sentence) } })
})

test.each([
  ['no body', {}],
  ['a form without a file', { form: new FormData() }],
  ['JSON', { json: { file: 'abc' } }],
  ['text that is not base64', { body: '§§§', headers: { 'content-type': 'text/plain' } }],
])('%s holds no image and is answered 400', async (_what, asked) => {
  const project = await newProject(station)

  const answer = await station.management.post(`/dataset/${project}/upload?name=a.png`, asked)

  expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining('multipart form data') } })
})

test.each([
  ['that breaks off', (text: string) => text.slice(0, -40)],
  ['without its first line', (text: string) => text.slice(text.indexOf('\r\n') + 2)],
])('a form %s is answered 400 and leaves nothing', async (_how, damage) => {
  const project = await newProject(station)
  const encoded = new Response(imageForm(await someImage()))
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
  const body = Buffer.from(damage(Buffer.from(await encoded.arrayBuffer()).toString('latin1')), 'latin1')

  const answer = await station.management.post(`/dataset/${project}/upload`, { headers, body })

  expect(answer).toMatchObject({ status: 400, body: { error: expect.any(String) } })
  expect((await station.management.get(`/acme/${project}`)).body).toMatchObject({ project: { images: 0 } })
})

test.each([
  ['for an unknown project', () => station.key, 404, 'There is no project "nowhere" in Acme'],
  ['with a wrong key', () => 'tk_wrong', 401, 'This API key is not known here'],
])('a large image %s is refused in words, over a real connection too', async (_how, key, status, error) => {
  const form = imageForm(Buffer.alloc(24 * 1024 * 1024, 1))
  const headers = { authorization: `Bearer ${key()}` }

  const response = await fetch(`${base}/dataset/nowhere/upload`, { method: 'POST', headers, body: form })

  expect({ status: response.status, body: await response.json() }).toEqual({ status, body: { error } })
})

test('a long text that is not base64 is refused in words, over a real connection too', async () => {
  const project = await newProject(station)
  const headers = { authorization: `Bearer ${station.key}`, 'content-type': 'text/plain' }
  const body = '!'.repeat(24 * 1024 * 1024)

  const response = await fetch(`${base}/dataset/${project}/upload?name=a.png`, { method: 'POST', headers, body })

  expect(response.status).toBe(400)
})

async function* once(bytes: Uint8Array) {
  yield bytes
}

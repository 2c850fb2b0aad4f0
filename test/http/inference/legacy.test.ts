import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawnPng } from '../../kit/drawn-images.ts'
import { openInference, type TestInference } from '../../kit/inference-server.ts'
import { ZOO } from '../../kit/inference-zoo.ts'

let inference: TestInference
let png: Buffer

beforeAll(async () => {
  inference = await openInference()
  await inference.install(...ZOO.detector())
  png = await drawnPng(64, 64, [{ colour: '#900', left: 16, top: 40, width: 24, height: 16 }])
})

afterAll(async () => inference.close())

const FOUND = { x: 28, y: 48, width: 24, height: 16, class: 'red', class_id: 0 }

function send(body: string | Buffer, type: string, query = '') {
  return inference.post(`/toys/1${query}`, { body, headers: { 'content-type': type } })
}

test.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain'])(
  'bare base64 text is an image under the type %s',
  async (type) => {
    const answer = await send(png.toString('base64'), type)

    expect(answer).toMatchObject({ status: 200, body: { image: { width: 64, height: 64 }, predictions: [FOUND] } })
  },
)

test('a data URL is an image', async () => {
  const answer = await send(`data:image/png;base64,${png.toString('base64')}`, 'application/x-www-form-urlencoded')

  expect(answer).toMatchObject({ status: 200, body: { predictions: [FOUND] } })
})

test('the part "file" of a form is an image', async () => {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(png)]), 'red.png')
  const wrong = new FormData()
  wrong.set('image', new Blob([new Uint8Array(png)]), 'red.png')

  const answer = await inference.post('/toys/1', { form })
  const refused = await inference.post('/toys/1', { form: wrong })

  expect(answer).toMatchObject({ status: 200, body: { predictions: [FOUND] } })
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('"file"') } })
})

test('the bare bytes of an image are refused with how to send them', async () => {
  const answer = await send(png, 'image/png')

  expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('Send it as base64 text') } })
})

test('an address in the query counts before the body', async () => {
  const answer = await send(png.toString('base64'), 'text/plain', '?image=http://127.0.0.1:1/x.png')

  expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('not on the open internet') } })
})

test('a request without an image and without a type is told what to send', async () => {
  const get = await inference.get('/toys/1')
  const unknown = await inference.get('/no/such')

  const sentence = expect.stringContaining('no Content-Type')
  expect(get).toMatchObject({ status: 400, body: { message: sentence } })
  expect(unknown).toMatchObject({ status: 400, body: { message: sentence } })
})

test('a model that is not installed is 404', async () => {
  const answer = await inference.post('/toys/none', { json: { image: {} } })

  expect(answer).toMatchObject({ status: 404, body: { message: expect.stringContaining('"toys/none"') } })
})

test('an operation that is asked by the other method says so', async () => {
  const answer = await inference.get('/sam2/embed_image')

  const sentence = 'GET /sam2/embed_image is not part of this server: ask it by POST'
  expect(answer).toMatchObject({ status: 404, body: { message: sentence } })
})

test('files that lie among the models without a manifest are named as such', async () => {
  const models = join(inference.library, 'models')
  await mkdir(join(models, 'copied', '1'), { recursive: true })
  await writeFile(join(models, 'copied', '1', 'model.onnx'), 'x')
  await writeFile(join(models, 'alone.onnx'), 'x')
  await mkdir(join(models, 'broken', '1'), { recursive: true })
  await writeFile(join(models, 'broken', '1', 'manifest.json'), '{"format":1,"id":"broken/1","name":""}')

  const messages = []
  for (const path of ['/copied/1', '/alone/1', '/broken/1']) {
    const asked = { body: png.toString('base64'), headers: { 'content-type': 'text/plain' } }
    messages.push((await inference.post(path, asked)).body)
  }

  expect(messages).toMatchObject([
    { message: expect.stringContaining('models/copied/1 lies in the library without a manifest.json') },
    { message: expect.stringContaining('models/alone.onnx lies in the library without a manifest.json') },
    { message: expect.stringContaining('models/broken/1/manifest.json is not understood: name') },
  ])
  expect(JSON.stringify(messages)).not.toContain(inference.library)
})

// The rectangle is as bright as 0x99: 0.6.
test.each([
  ['0.5', 1],
  ['0.7', 0],
  ['50', 1],
  ['70', 0],
  ['1', 0],
  ['default', 1],
  ['best', 1],
  ['0', 1],
])('with confidence=%s there are %i objects', async (confidence, count) => {
  const answer = await send(png.toString('base64'), 'application/json', `?confidence=${confidence}`)

  expect(answer).toMatchObject({ status: 200, body: { predictions: { length: count } } })
})

test('truth values may be written as Python writes them', async () => {
  const query = '?disable_active_learning=False&labels=True&countinference=True&disable_preproc_auto_orient=False'

  const answer = await send(png.toString('base64'), 'application/json', query)

  expect(answer).toMatchObject({ status: 200 })
})

test.each([
  ['confidence=often', 'confidence'],
  ['confidence=-1', 'confidence'],
  ['overlap=much', 'overlap'],
  ['labels=perhaps', 'labels'],
  ['max_detections=1.5', 'max_detections'],
  ['response_mask_format=png', 'response_mask_format'],
])('the query %s is told as what does not fit', async (query, name) => {
  const answer = await send(png.toString('base64'), 'application/json', `?${query}`)

  expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['query', name] }] } })
})

test.each(['mask_decode_mode=slow', 'tradeoff_factor=2'])('%s is refused', async (query) => {
  const answer = await send(png.toString('base64'), 'application/json', `?${query}`)

  expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('tradeoff_factor') } })
})

test('a body of more than 100 MB is refused', async () => {
  const answer = await send('A'.repeat(100 * 1024 * 1024 + 1), 'application/json')

  expect(answer).toMatchObject({ status: 413, body: { message: expect.stringContaining('100 MB') } })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawnPng } from '../../kit/drawn-images.ts'
import { openInference, type TestInference } from '../../kit/inference-server.ts'
import { ZOO } from '../../kit/inference-zoo.ts'

let inference: TestInference
let red: string
let two: string

beforeAll(async () => {
  inference = await openInference()
  await inference.install(...ZOO.detector())
  red = (await drawnPng(64, 64, [RED])).toString('base64')
  two = (await drawnPng(64, 64, [RED, { colour: '#0f0', left: 4, top: 4, width: 8, height: 24 }])).toString('base64')
})

afterAll(async () => inference.close())

const RED = { colour: '#f00', left: 16, top: 40, width: 24, height: 16 }
const FOUND_RED = { x: 28, y: 48, width: 24, height: 16, confidence: 1, class: 'red', class_id: 0 }
const UUID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/)

function ask(more: object) {
  return inference.post('/infer/object_detection', { json: { model_id: 'toys/1', ...more } })
}

test('one image is answered with one object, without a key that is null', async () => {
  const answer = await ask({ id: 'mine', api_key: null, image: { type: 'base64', value: red } })

  expect(answer.body).toEqual({
    inference_id: 'mine',
    time: expect.any(Number),
    image: { width: 64, height: 64 },
    predictions: [{ ...FOUND_RED, detection_id: UUID }],
  })
})

test('a list of images is answered with a list in the same order, also a list of one', async () => {
  const image = { type: 'BASE64', value: red }

  const one = await ask({ image: [image] })
  const several = await ask({ image: [image, { type: 'base64', value: two }, image] })
  const none = await ask({ image: [] })

  expect(one.body).toMatchObject([{ inference_id: UUID, predictions: [FOUND_RED] }])
  expect(several.body).toMatchObject([{ predictions: [{}] }, { predictions: [{}, {}] }, { predictions: [{}] }])
  expect(none.body).toEqual([])
})

test('classes are filtered, and no more is found than was asked for', async () => {
  const image = { type: 'base64', value: `data:image/png;base64,${two}` }

  const green = await ask({ image, class_filter: ['green'] })
  const first = await ask({ image, max_detections: 1 })

  expect(green.body).toMatchObject({ predictions: [{ class: 'green' }] })
  expect(first.body).toMatchObject({ predictions: [{}] })
})

test.each([
  ['empty', { type: 'base64', value: '' }, 'it is empty'],
  ['null', { type: 'base64', value: null }, 'it is empty'],
  ['no base64', { type: 'base64', value: 'hello, world!' }, 'it is not base64 text'],
  ['no image', { type: 'base64', value: 'aGVsbG8=' }, 'it is not a readable image'],
  ['a file', { type: 'file', value: '/etc/passwd' }, 'not taken over the network'],
  ['unknown', { type: 'smoke', value: '' }, 'the type "smoke" is unknown'],
  ['an inner address', { type: 'url', value: 'http://127.0.0.1:1/x.png' }, 'is not on the open internet'],
  ['no address', { type: 'url', value: 'ftp://x/y' }, 'must begin with http:// or https://'],
])('an image that is %s is refused by its cause', async (_name, image, cause) => {
  const answer = await ask({ image })

  const sentence = expect.stringMatching(/^Could not load input image\. Cause: /)
  expect(answer).toMatchObject({ status: 400, body: { message: sentence, detail: expect.stringContaining(cause) } })
})

test('a pickle that numpy did not write is a value that does not fit', async () => {
  const value = Buffer.from('cos\nsystem\n(S"true"\ntR.').toString('base64')

  const answer = await ask({ image: { type: 'numpy', value } })

  expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'image', 'value'] }] } })
})

test.each([
  ['without an image', {}, ['body', 'image'], 'image is missing'],
  ['with another kind of image', { image: 'red' }, ['body', 'image'], 'must be an object with "type"'],
  ['with a confidence over 1', { confidence: 2 }, ['body', 'confidence'], 'at most 1'],
  ['with an overlap below 0', { iou_threshold: -1 }, ['body', 'iou_threshold'], 'at least 0'],
])('a body %s is told what does not fit', async (_name, more, loc, words) => {
  const image = { type: 'base64', value: red }

  const answer = await ask('image' in more || loc[1] === 'image' ? more : { image, ...more })

  expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc, msg: expect.stringContaining(words) }] } })
})

test('a body that is no JSON, and one that is missing, are told so', async () => {
  const broken = await inference.post('/infer/object_detection', {
    body: '{',
    headers: { 'content-type': 'text/plain' },
  })
  const missing = await inference.post('/infer/object_detection')

  expect(broken).toMatchObject({ status: 422, body: { detail: [{ loc: ['body'], type: 'json_invalid' }] } })
  expect(missing).toMatchObject({ status: 422, body: { detail: [{ loc: ['body'], type: 'missing' }] } })
})

test('a model under the operation of another task is told its own', async () => {
  const answer = await inference.post('/infer/classification', {
    json: { model_id: 'toys/1', image: { type: 'base64', value: red } },
  })

  expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('/infer/object_detection') } })
})

test('masks cannot be decoded in a way that nobody knows', async () => {
  const image = { type: 'base64', value: red }
  const json = { model_id: 'toys/1', image, mask_decode_mode: 'slow' }

  const answer = await inference.post('/infer/instance_segmentation', { json })

  expect(answer).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('accurate, fast and tradeoff') },
  })
})

test('the best thresholds are not taken for keypoints', async () => {
  const json = { model_id: 'toys/1', image: { type: 'base64', value: red }, confidence: 'best' }

  const answer = await inference.post('/infer/keypoints_detection', { json })

  expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'confidence'] }] } })
})

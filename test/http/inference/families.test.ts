import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { drawnPng } from '../../kit/drawn-images.ts'
import { openInference, type TestInference, testInference } from '../../kit/inference-server.ts'
import { ZOO } from '../../kit/inference-zoo.ts'

let inference: TestInference

beforeAll(async () => {
  inference = await openInference()
  for (const model of [ZOO.clip(), ZOO.perception(), ZOO.grounding()]) await inference.install(...model)
})

afterAll(async () => inference.close())

async function plain(colour: string) {
  const png = await drawnPng(64, 64, [{ colour, left: 0, top: 0, width: 64, height: 64 }])
  return { type: 'base64', value: png.toString('base64') }
}

const FAMILIES = ['/clip', '/perception_encoder']

test('each of the two families is served by a model of its own', async () => {
  const asked = FAMILIES.map((path) => inference.post(`${path}/embed_text`, { json: { text: 'red' } }))

  const answers = await Promise.all(asked)

  const ids = ['clip/ViT-B-16', 'perception_encoder/PE-Core-L14-336']
  expect(answers).toMatchObject(ids.map((id) => ({ status: 200, headers: { 'x-model-id': id } })))
})

test.each(FAMILIES)('%s embeds one image or several into rows, with null where nothing is known', async (path) => {
  const [red, green] = [await plain('#f00'), await plain('#0f0')]

  const one = await inference.post(`${path}/embed_image`, { json: { image: red } })
  const two = await inference.post(`${path}/embed_image`, { json: { image: [red, green] } })

  const time = expect.any(Number)
  expect(one.body).toEqual({ embeddings: [expect.any(Array)], time, frame_id: null, inference_id: null })
  expect(two.body).toMatchObject({ embeddings: [expect.any(Array), expect.any(Array)] })
})

test.each(FAMILIES)('%s embeds one text or several', async (path) => {
  const one = await inference.post(`${path}/embed_text`, { json: { text: 'a red car' } })
  const two = await inference.post(`${path}/embed_text`, { json: { text: ['a red car', 'white'] } })

  expect(one.body).toMatchObject({ embeddings: [expect.any(Array)], frame_id: null })
  expect(two.body).toMatchObject({ embeddings: [expect.any(Array), expect.any(Array)] })
})

test.each(FAMILIES)('%s says that a red image is nearest to the text about red', async (path) => {
  const subject = await plain('#f00')

  const answer = await inference.post(`${path}/compare`, {
    json: { subject, prompt: ['a green car', 'a red car', 'white'] },
  })

  const { similarity } = z.object({ similarity: z.array(z.number()) }).parse(answer.body)
  expect(answer.body).toMatchObject({ frame_id: null, inference_id: null, parent_id: null, time: expect.any(Number) })
  expect(similarity.indexOf(Math.max(...similarity))).toBe(1)
})

test('prompts with names are answered under their names', async () => {
  const json = { subject: 'a red car', subject_type: 'text', prompt: { same: 'a red car', other: 'green' } }

  const answer = await inference.post('/clip/compare', { json })

  expect(answer.body).toMatchObject({ similarity: { same: expect.closeTo(1, 5), other: expect.any(Number) } })
})

test('one image may be the prompt', async () => {
  const json = { subject: await plain('#f00'), prompt: await plain('#f00'), prompt_type: 'image' }

  const answer = await inference.post('/clip/compare', { json })

  expect(answer.body).toMatchObject({ similarity: [expect.closeTo(1, 5)] })
})

test.each([
  ['a text where an image is said', { subject: 'red', prompt: 'red' }, 'subject'],
  [
    'an image where a text is said',
    { subject: { type: 'base64', value: 'AA==' }, subject_type: 'text', prompt: 'red' },
    'subject',
  ],
  ['a kind that nobody knows', { subject: 'red', subject_type: 'sound', prompt: 'red' }, 'subject_type'],
  ['a number', { subject: 'red', subject_type: 'text', prompt: 7 }, 'prompt'],
])('%s is a value that does not fit', async (_name, json, field) => {
  const answer = await inference.post('/clip/compare', { json })

  expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', field] }] } })
})

test('a version that is named and not installed is refused by its id; one that no such model has does not fit', async () => {
  const missing = await inference.post('/clip/embed_text', { json: { text: 'red', clip_version_id: 'RN50' } })
  const unknown = await inference.post('/clip/embed_text', { json: { text: 'red', clip_version_id: 'RN7' } })
  const named = await inference.post('/clip/embed_text', { json: { text: 'red', model_id: 'clip/mine' } })

  expect(missing).toMatchObject({ status: 404, body: { message: expect.stringContaining('"clip/RN50"') } })
  expect(unknown).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'clip_version_id'] }] } })
  expect(named).toMatchObject({ status: 404, body: { message: expect.stringContaining('"clip/mine"') } })
})

test('a request that names no version is served by the version that is there, and told so', async () => {
  const small = await testInference()
  await small.install(...ZOO.clip('clip/ViT-B-32'))

  const answer = await small.post('/clip/embed_text', { json: { text: 'red', clip_version_id: null } })

  expect(answer).toMatchObject({ status: 200, headers: { 'x-model-id': 'clip/ViT-B-32' } })
  expect(answer.body).toMatchObject({ model_id: 'clip/ViT-B-32' })
})

test('objects are found by the names of their classes, with null for what they do not have', async () => {
  const png = await drawnPng(160, 100, [{ colour: '#f00', left: 20, top: 10, width: 40, height: 30 }])
  const image = { type: 'base64', value: png.toString('base64') }

  const one = await inference.post('/grounding_dino/infer', { json: { id: 'mine', image, text: ['green', 'red'] } })
  const list = await inference.post('/grounding_dino/infer', { json: { image: [image], text: ['green', 'red'] } })

  const found = { class: 'red', class_id: 1, class_confidence: null, tracker_id: null, parent_id: null }
  const rest = { inference_id: 'mine', frame_id: null, visualization: null, image: { width: 160, height: 100 } }
  expect(one.body).toMatchObject({ ...rest, time: expect.any(Number), predictions: [found] })
  expect(list.body).toMatchObject([{ predictions: [found] }])
})

test('without a class there is nothing to find', async () => {
  const answer = await inference.post('/grounding_dino/infer', { json: { image: await plain('#f00'), text: [] } })

  expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'text'] }] } })
})

test('texts are embedded together in any number, up to a million characters', async () => {
  const texts = Array.from({ length: 450 }, (_, nth) => (nth % 2 === 0 ? 'a red car' : 'white'))

  const many = await inference.post('/clip/embed_text', { json: { text: texts } })
  const two = await inference.post('/clip/embed_text', { json: { text: texts.slice(0, 2) } })
  const long = await inference.post('/clip/embed_text', { json: { text: ['x'.repeat(600_000), 'y'.repeat(600_000)] } })
  const prompts = Array.from({ length: 11 }, () => 'z'.repeat(100_000))
  const compared = { subject: 'white', subject_type: 'text', prompt: prompts }
  const compare = await inference.post('/clip/compare', { json: compared })
  const large = await inference.post('/clip/embed_text', { body: ' '.repeat(8 * 1024 ** 2 + 1) })

  const Rows = z.object({ embeddings: z.array(z.array(z.number())), time: z.number(), frame_id: z.null() })
  const [rows, pair] = [Rows.parse(many.body).embeddings, Rows.parse(two.body).embeddings]
  expect(rows).toHaveLength(450)
  expect(rows.slice(448)).toEqual(pair)
  const detail = (field: string) => [expect.objectContaining({ msg: expect.stringContaining(`The texts of ${field}`) })]
  expect(long).toMatchObject({ status: 422, body: { detail: detail('text') } })
  expect(compare).toMatchObject({ status: 422, body: { detail: detail('prompt') } })
  expect(large).toMatchObject({
    status: 413,
    body: { detail: 'The body is larger than 8 MB. Send fewer texts at once' },
  })
})

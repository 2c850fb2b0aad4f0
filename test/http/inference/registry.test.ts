import { afterEach, beforeEach, expect, test } from 'vitest'
import { drawnPng } from '../../kit/drawn-images.ts'
import { openInference, type TestInference } from '../../kit/inference-server.ts'
import { ZOO } from '../../kit/inference-zoo.ts'

let inference: TestInference

beforeEach(async () => {
  inference = await openInference()
  await inference.install(...ZOO.detector('coco/3'))
})

afterEach(async () => inference.close())

const ENTRY = {
  model_id: 'coco/3',
  task_type: 'object-detection',
  batch_size: null,
  input_height: 64,
  input_width: 64,
  vram_bytes: null,
  request_aliases: [],
  request_paths: [],
}

async function infer(modelId: string) {
  const value = (await drawnPng(64, 64, [])).toString('base64')
  return inference.post('/infer/object_detection', { json: { model_id: modelId, image: { type: 'base64', value } } })
}

test('a model is added, asked, and removed as the public client does it', async () => {
  const before = await inference.get('/model/registry?api_key=None')
  const added = await inference.post('/model/add', { json: { model_id: 'coco/3', api_key: null } })
  const asked = await infer('coco/3')
  const after = await inference.get('/model/registry')
  const removed = await inference.post('/model/remove', { json: { model_id: 'coco/3' } })

  expect(before.body).toMatchObject({ models: [] })
  expect(added).toMatchObject({ status: 200, body: { models: [ENTRY], total_vram_bytes: null } })
  expect(asked).toMatchObject({ status: 200, headers: { 'x-model-id': 'coco/3', 'x-model-cold-start': 'false' } })
  expect(after.body).toMatchObject({ models: [{ ...ENTRY, request_paths: ['/infer/object_detection'] }] })
  expect(removed.body).toMatchObject({ models: [] })
})

test('a model is known by its public alias, and listed under its own id', async () => {
  const asked = await infer('yolov8n-640')
  const registry = await inference.get('/model/registry')

  expect(asked).toMatchObject({ status: 200 })
  expect(registry.body).toMatchObject({ models: [{ model_id: 'coco/3', request_aliases: ['yolov8n-640'] }] })
})

test('the first request of a model says that it had to be loaded, and how long that took', async () => {
  const cold = await infer('coco/3')
  const warm = await infer('coco/3')

  expect(cold.headers).toMatchObject({
    'x-model-cold-start': 'true',
    'x-model-cold-start-count': '1',
    'x-model-load-time': expect.stringMatching(/^\d+(\.\d+)?$/),
    'x-model-load-details': expect.stringContaining('"m":"coco/3"'),
  })
  expect(warm.headers).toMatchObject({ 'x-model-cold-start': 'false', 'x-model-cold-start-count': '0' })
})

test('all models are cleared by a request without a body', async () => {
  await inference.post('/model/add', { json: { model_id: 'coco/3' } })

  const cleared = await inference.post('/model/clear', { headers: { 'content-length': '0' } })

  expect(cleared).toMatchObject({ status: 200, body: { models: [] } })
})

test('a model that is not there may be removed', async () => {
  const removed = await inference.post('/model/remove', { json: { model_id: 'no/1' } })

  expect(removed).toMatchObject({ status: 200, body: { models: [] } })
})

test('a model that is not installed is refused by its id, with how to install it', async () => {
  const added = await inference.post('/model/add', { json: { model_id: 'cups/4' } })

  const sentence = expect.stringMatching(/"cups\/4" is not installed.*Models page.*models\/cups\/4/)
  expect(added).toMatchObject({ status: 404, body: { message: sentence, detail: sentence } })
})

test('an alias of a model that is not installed is refused under both names', async () => {
  const added = await inference.post('/model/add', { json: { model_id: 'yolov8s-640' } })

  expect(added).toMatchObject({ status: 404, body: { message: expect.stringMatching(/"coco\/6".*"yolov8s-640"/) } })
})

test('what cannot be the id of a model is refused as such', async () => {
  const added = await inference.post('/model/add', { json: { model_id: '../..' } })

  expect(added).toMatchObject({ status: 400, body: { message: expect.stringContaining('is not a model id') } })
})

test('a model is started by its address', async () => {
  const started = await inference.get('/start/coco/3')
  const registry = await inference.get('/model/registry')

  expect(started).toMatchObject({ status: 200, body: { status: 200 } })
  expect(registry.body).toMatchObject({ models: [ENTRY] })
})

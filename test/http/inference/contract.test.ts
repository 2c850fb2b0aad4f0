import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { drawnPng } from '../../kit/drawn-images.ts'
import { openInference, type TestInference } from '../../kit/inference-server.ts'
import { ZOO } from '../../kit/inference-zoo.ts'

/*
 * Requests and responses of the public client of this API, as seen on the wire. It has two ways: with a hosted address it calls the older
 * operation, with any other one it adds the model first and chooses the operation by the task.
 */

let inference: TestInference
let value: string

beforeAll(async () => {
  inference = await openInference()
  const zoo = [ZOO.detector('coco/3'), ZOO.masks(), ZOO.keypoints(), ZOO.classifier(), ZOO.clip(), ZOO.perception()]
  for (const model of zoo) await inference.install(...model)
  value = (await drawnPng(64, 64, [{ colour: '#f00', left: 16, top: 16, width: 32, height: 32 }])).toString('base64')
})

afterAll(async () => inference.close())

const Registry = z.object({
  models: z.array(
    z.object({
      model_id: z.string(),
      task_type: z.string(),
      batch_size: z.union([z.int(), z.string(), z.null()]),
      input_height: z.int().nullable(),
      input_width: z.int().nullable(),
    }),
  ),
})

/** The operation of each task that the client knows; it gives up on all others. */
const PATHS: Readonly<Record<string, string>> = {
  'object-detection': '/infer/object_detection',
  'instance-segmentation': '/infer/instance_segmentation',
  'keypoint-detection': '/infer/keypoints_detection',
  classification: '/infer/classification',
}

/** How the client asks any server of its own: registry, add where it is missing, then the operation of the task. */
async function infer(modelId: string, images: readonly string[]) {
  const listed = Registry.parse((await inference.get('/model/registry?api_key=None')).body)
  const isThere = listed.models.some((model) => model.model_id === modelId)
  const json = { model_id: modelId, model_type: null, api_key: null }
  const registry = isThere ? listed : Registry.parse((await inference.post('/model/add', { json })).body)
  const entry = registry.models.find((model) => model.model_id === modelId)
  const image = images.map((each) => ({ type: 'base64', value: each }))
  return inference.post(PATHS[entry?.task_type ?? ''] ?? '', {
    json: {
      api_key: null,
      model_id: modelId,
      visualize_predictions: false,
      disable_active_learning: false,
      image: image.length === 1 ? image[0] : image,
    },
  })
}

test.each(['coco/3', 'toys/masks', 'toys/points', 'toys/classification'])(
  'the client adds the model %s, finds it by its id, and asks the operation of its task',
  async (id) => {
    const one = await infer(id, [value])
    const two = await infer(id, [value, value])

    expect(one).toMatchObject({ status: 200, body: { image: { width: 64, height: 64 }, time: expect.any(Number) } })
    expect(two.body).toMatchObject([{ predictions: expect.anything() }, { predictions: expect.anything() }])
  },
)

test('the client reads numbers and texts of a detection under these names, and no key is null', async () => {
  const { body } = await infer('coco/3', [value])

  const [found] = z.object({ predictions: z.array(z.record(z.string(), z.unknown())) }).parse(body).predictions
  expect(Object.keys(Object(body)).toSorted()).toEqual(['image', 'inference_id', 'predictions', 'time'])
  expect(Object.keys(found ?? {}).toSorted()).toEqual(
    ['x', 'y', 'width', 'height', 'confidence', 'class', 'class_id', 'detection_id'].toSorted(),
  )
})

test('with a hosted address the key stands in the query and the whole body is base64 under a JSON type', async () => {
  const answer = await inference.post('/coco/3?api_key=secret&disable_active_learning=False', {
    body: value,
    headers: { 'content-type': 'application/json' },
  })

  expect(answer).toMatchObject({ status: 200, body: { predictions: [{ class: 'red' }] } })
})

test('the client reads frame_id and time of embeddings without asking whether they are there', async () => {
  const { body } = await inference.post('/clip/embed_image', {
    json: { api_key: null, image: { type: 'base64', value } },
  })

  expect(body).toMatchObject({ frame_id: null, time: expect.any(Number), embeddings: [expect.any(Array)] })
})

test('the client takes an answer of one key for something else, so embeddings have more', async () => {
  const { body } = await inference.post('/perception_encoder/embed_text', {
    json: { api_key: null, text: 'red', perception_encoder_version_id: 'PE-Core-L14-336' },
  })

  expect(Object.keys(Object(body)).length).toBeGreaterThanOrEqual(3)
})

test('the client shows the message of an error, and what else reads errors shows its detail', async () => {
  const { status, body } = await inference.post('/model/add', { json: { model_id: 'no/7' } })

  const { message, detail } = z.object({ message: z.string(), detail: z.string() }).parse(body)
  expect({ status, isSame: message === detail }).toEqual({ status: 404, isSame: true })
})

test('the client needs exactly three facts about the server', async () => {
  const { body } = await inference.get('/info')

  expect(Object.keys(Object(body)).toSorted()).toEqual(['name', 'uuid', 'version'])
})

test('workflows, pipelines and language models are not here, and are told so with a sentence', async () => {
  const paths = [
    '/workflows/run',
    '/inference_pipelines/list',
    '/infer/lmm',
    '/acme/workflows/one',
    '/gaze/gaze_detection',
  ]

  const answers = await Promise.all(paths.map((path) => inference.post(path, { json: {} })))

  expect(answers).toMatchObject(paths.map(() => ({ status: 404, body: { message: expect.any(String) } })))
})

test('keys in any place are taken and ignored', async () => {
  const image = { type: 'base64', value }
  const json = { model_id: 'coco/3', image, api_key: 'one', unknown_field: [1], usage_billable: null }

  const answer = await inference.post('/infer/object_detection?countinference=False&service_secret=x', {
    json,
    key: 'two',
  })

  expect(answer).toMatchObject({ status: 200 })
})

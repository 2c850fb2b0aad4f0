import { expect, test } from 'vitest'
import { drawnPng } from '../../kit/drawn-images.ts'
import { testInference } from '../../kit/inference-server.ts'
import { ZOO } from '../../kit/inference-zoo.ts'
import { describedDetector } from '../../kit/toy-models/installed.ts'
import { slowDetector } from '../../kit/toy-models/slow.ts'

async function body(model_id: string) {
  return { model_id, image: { type: 'base64', value: (await drawnPng(64, 64, [])).toString('base64') } }
}

test('a request whose model process is killed is told to try again, and the next one works', async () => {
  const inference = await testInference()
  await inference.install(...ZOO.detector())
  await inference.install(describedDetector('toys/slow', 640), { model: ['model.onnx', slowDetector(2)] })
  await inference.post('/model/add', { json: { model_id: 'toys/slow' } })

  const asked = inference.post('/infer/object_detection', { json: await body('toys/slow') })
  await expect
    .poll(async () => (await inference.get('/model/registry')).body)
    .toMatchObject({
      models: [{ request_paths: ['/infer/object_detection'] }],
    })
  inference.killHost()
  const [stopped, next] = [await asked, await inference.post('/infer/object_detection', { json: await body('toys/1') })]

  expect(stopped).toMatchObject({ status: 503, headers: { 'retry-after': '1' }, body: { detail: expect.any(String) } })
  expect(next).toMatchObject({ status: 200 })
})

test('a model whose file is broken is told as broken, by its id', async () => {
  const inference = await testInference()
  await inference.install(describedDetector('toys/broken', 64), { model: ['model.onnx', Buffer.from('no model')] })

  const asked = await inference.post('/infer/object_detection', { json: await body('toys/broken') })
  const added = await inference.post('/model/add', { json: { model_id: 'toys/broken' } })

  const told = { status: 500, body: { message: expect.stringContaining('"toys/broken"') } }
  expect([asked, added]).toMatchObject([told, told])
})

test('a model that cannot do what is asked says so', async () => {
  const inference = await testInference()
  await inference.install(...ZOO.detector())

  const answer = await inference.post('/clip/embed_text', { json: { text: 'red', model_id: 'toys/1' } })

  expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('embeddings of texts') } })
})

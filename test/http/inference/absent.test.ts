import { expect, test } from 'vitest'
import { testInference } from '../../kit/inference-server.ts'
import { ZOO } from '../../kit/inference-zoo.ts'

const WORKFLOWS = 'Tessera does not run workflows'
const VIDEO = 'Tessera does not run video pipelines'

test.each([
  ['POST', '/workflows/run', WORKFLOWS],
  ['POST', '/infer/workflows', WORKFLOWS],
  ['POST', '/infer/workflows/acme/counting', WORKFLOWS],
  ['POST', '/acme/workflows/counting', WORKFLOWS],
  ['POST', '/acme/workflows/counting/describe_interface', WORKFLOWS],
  ['POST', '/workflows/describe_interface', WORKFLOWS],
  ['POST', '/workflows/validate', WORKFLOWS],
  ['GET', '/workflows/blocks/describe', WORKFLOWS],
  ['POST', '/workflows/blocks/dynamic_outputs', WORKFLOWS],
  ['GET', '/workflows/definition/schema', WORKFLOWS],
  ['GET', '/workflows/execution_engine/versions', WORKFLOWS],
  ['GET', '/inference_pipelines/list', VIDEO],
  ['POST', '/inference_pipelines/initialise', VIDEO],
  ['GET', '/inference_pipelines/p1/status', VIDEO],
  ['POST', '/ocr/trocr', 'use /doctr/ocr, which runs the installed OCR models'],
  ['POST', '/infer/lmm', 'Tessera has no language models'],
  ['POST', '/infer/lmm/qwen/1', 'Tessera has no language models'],
  ['POST', '/infer/depth-estimation', 'Tessera has no depth estimation models'],
  ['POST', '/owlv2/infer', 'Tessera does not detect from example boxes'],
  ['POST', '/yolo_world/infer', 'use /grounding_dino/infer to detect objects from a text prompt'],
  ['POST', '/gaze/gaze_detection', 'Tessera does not detect gaze'],
  ['POST', '/sam/embed_image', '/sam2/embed_image'],
  ['GET', '/build/edit', 'Tessera has no builder'],
  ['GET', '/notebook/start', 'builder or notebook'],
  ['GET', '/device/stats', 'Tessera does not report device statistics'],
])('%s %s is answered 404 with the reason, and not as a model that is missing', async (method, path, reason) => {
  const inference = await testInference()

  const answer = await inference.request(method, path, method === 'POST' ? { json: { image: 1 } } : {})

  expect(answer).toMatchObject({ status: 404, body: { message: expect.stringContaining(reason) } })
  expect(answer.body).toMatchObject({
    message: expect.stringContaining(`${method} ${path} is not part of this server`),
  })
})

test('a model whose project is called as an operation is reached', async () => {
  const inference = await testInference()
  const [described, files] = ZOO.detector()
  await inference.install({ ...described, id: 'workflows/1' }, files)

  const answer = await inference.post('/workflows/1', { body: 'x', headers: { 'content-type': 'text/plain' } })

  expect(answer).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('Could not load input image') },
  })
})

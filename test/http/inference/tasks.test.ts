import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { drawnPng } from '../../kit/drawn-images.ts'
import { openInference, type TestInference } from '../../kit/inference-server.ts'
import { ZOO } from '../../kit/inference-zoo.ts'

let inference: TestInference
let value: string

beforeAll(async () => {
  inference = await openInference()
  for (const model of [ZOO.masks(), ZOO.keypoints(), ZOO.semantic(), ZOO.classifier()])
    await inference.install(...model)
  await inference.install(...ZOO.classifier('multi-label-classification'))
  value = (await drawnPng(128, 128, [{ colour: '#f00', left: 16, top: 32, width: 64, height: 48 }])).toString('base64')
})

afterAll(async () => inference.close())

const BOX = { x: 48, y: 56, width: 64, height: 48, class: 'red', class_id: 0 }

function ask(task: string, id: string, more: object = {}) {
  return inference.post(`/infer/${task}`, { json: { model_id: id, image: { type: 'base64', value }, ...more } })
}

test('a mask is one outline of points', async () => {
  const answer = await ask('instance_segmentation', 'toys/masks')

  const points = expect.arrayContaining([{ x: expect.any(Number), y: expect.any(Number) }])
  expect(answer.body).toMatchObject({ predictions: [{ ...BOX, mask_format: 'polygon', points }] })
  expect(answer.body).not.toHaveProperty('predictions.0.rle')
})

test('a mask may be run lengths, whose height comes first', async () => {
  const answer = await ask('instance_segmentation', 'toys/masks', { response_mask_format: 'rle' })

  const rle = { size: [128, 128], counts: expect.any(String) }
  expect(answer.body).toMatchObject({ predictions: [{ ...BOX, mask_format: 'rle', rle }] })
  expect(answer.body).not.toHaveProperty('predictions.0.points')
})

test('keypoints come with their places in the class, and only those that are sure enough', async () => {
  const all = await ask('keypoints_detection', 'toys/points')
  const sure = await ask('keypoints_detection', 'toys/points', { keypoint_confidence: 0.7 })

  const first = { x: 16, y: 32, confidence: 1, class_id: 0, class: 'first' }
  const last = { x: 80, y: 80, confidence: 0.5, class_id: 1, class: 'last' }
  expect(all.body).toMatchObject({ predictions: [{ ...BOX, keypoints: [first, last] }] })
  expect(sure.body).toMatchObject({ predictions: [{ ...BOX, keypoints: [first] }] })
})

test('one class is named in both spellings, with the best on top', async () => {
  const answer = await ask('classification', 'toys/classification', { confidence: 0 })

  const [best] = Classes.parse(answer.body).predictions
  expect(answer.body).toMatchObject({
    image: { width: 128, height: 128 },
    top: best?.class,
    confidence: best?.confidence,
  })
  expect(best).toMatchObject({ class: 'red', class_name: 'red', class_id: 0 })
})

test('a class that nobody is sure of leaves the top empty', async () => {
  const answer = await ask('classification', 'toys/classification', { confidence: 1 })

  expect(answer.body).toMatchObject({ predictions: [], top: '', confidence: 0 })
})

test('of many labels all are told, and which of them count', async () => {
  const answer = await ask('classification', 'toys/multi-label-classification', { confidence: 0.6 })

  expect(answer.body).toMatchObject({
    predictions: {
      red: { confidence: expect.any(Number), class_id: 0 },
      green: { class_id: 1 },
      blue: { class_id: 2 },
    },
    predicted_classes: ['red'],
  })
})

test('a class for every pixel is one object with two images', async () => {
  const answer = await ask('semantic_segmentation', 'toys/semantic')

  const { predictions } = Semantic.parse(answer.body)
  const mask = await sharp(Buffer.from(predictions.segmentation_mask, 'base64')).extractChannel(0).raw().toBuffer()
  expect(predictions).toMatchObject({
    class_map: { 0: 'background', 1: 'red', 2: 'green' },
    present_class_ids: [0, 1],
  })
  expect([mask[56 * 128 + 48], mask[10 * 128 + 10]]).toEqual([1, 0])
})

test('a drawing of what was found is asked for, and comes as base64 text of a JPEG', async () => {
  const answer = await ask('instance_segmentation', 'toys/masks', { visualize_predictions: true })

  const { visualization } = Drawn.parse(answer.body)
  expect(await sharp(Buffer.from(visualization, 'base64')).metadata()).toMatchObject({ format: 'jpeg', width: 128 })
})

test('the older operation answers a bare JPEG where that is asked for', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const jpeg = await inference.post('/toys/masks?format=image&stroke=3&labels=true', { body: value, headers })
  const both = await inference.post('/toys/masks?format=image_and_json', { body: value, headers })

  expect(jpeg).toMatchObject({ status: 200, headers: { 'content-type': 'image/jpeg' } })
  expect(await sharp(jpeg.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 128, height: 128 })
  expect(both.body).toMatchObject({ predictions: [BOX], visualization: expect.any(String) })
})

const Classes = z.object({
  predictions: z.array(
    z.object({ class: z.string(), class_name: z.string(), class_id: z.int(), confidence: z.number() }),
  ),
})
const Semantic = z.object({
  predictions: z.object({
    segmentation_mask: z.string(),
    confidence_mask: z.string(),
    class_map: z.record(z.string(), z.string()),
    present_class_ids: z.array(z.int()),
  }),
})
const Drawn = z.object({ visualization: z.string() })

import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { maskBounds } from '#common/geometry/mask'
import { decodeMask, runLengthsFromText } from '#common/geometry/rle'
import { openInference, type TestInference, testInference } from '../../kit/inference-server.ts'
import { ZOO } from '../../kit/inference-zoo.ts'
import { readNpz } from '../../kit/npz-file.ts'
import { whiteImage } from '../../kit/toy-models/sam/scene.ts'

/** As large as the toy's frame: a pixel of the image is one of the frame. */
const SIZE = { width: 1024, height: 1024 }

let inference: TestInference
let image: { type: string; value: string }

beforeAll(async () => {
  inference = await openInference()
  await inference.install(...ZOO.sam())
  image = { type: 'base64', value: (await whiteImage(SIZE)).toString('base64') }
})

afterAll(async () => inference.close())

const Polygons = z.object({
  predictions: z.array(
    z.object({ masks: z.array(z.array(z.array(z.number()))), confidence: z.number(), format: z.literal('polygon') }),
  ),
})
const Lengths = z.object({
  predictions: z.array(
    z.object({ masks: z.object({ size: z.array(z.int()), counts: z.string() }), format: z.literal('rle') }),
  ),
})

function segment(more: object, path = '/sam2/segment_image') {
  return inference.post(path, { json: { image, sam2_version_id: 'hiera_tiny', ...more } })
}

function click(x: number, y: number, positive = true) {
  return { points: [{ x, y, positive }] }
}

test('an embedded image is known by an id, of our making or of the caller', async () => {
  const own = await inference.post('/sam2/embed_image', { json: { image, sam2_version_id: 'hiera_tiny' } })
  const named = await inference.post('/sam2/embed_image', { json: { image, image_id: 'mine' } })

  expect(own.body).toEqual({ image_id: expect.stringMatching(/^[0-9a-f]{40}$/), time: expect.any(Number) })
  expect(named.body).toMatchObject({ image_id: 'mine' })
})

test('a known id needs no image, and one that nobody knows is refused', async () => {
  await inference.post('/sam2/embed_image', { json: { image, image_id: 'kept' } })

  const kept = await inference.post('/sam2/embed_image', { json: { image_id: 'kept' } })
  const lost = await inference.post('/sam2/embed_image', { json: { image_id: 'lost' } })
  const neither = await inference.post('/sam2/embed_image', { json: {} })

  expect(kept).toMatchObject({ status: 200, body: { image_id: 'kept' } })
  expect(lost).toMatchObject({ status: 400, body: { message: expect.stringContaining('"lost"') } })
  expect(neither).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'image'] }] } })
})

test('each prompt is answered with its one best mask, as outlines', async () => {
  const answer = await segment({ prompts: [click(400, 500), click(700, 300)], multimask_output: true })

  const { predictions } = Polygons.parse(answer.body)
  expect(predictions.map(({ masks }) => centreOf(masks.flat()))).toEqual([near(400, 500), near(700, 300)])
})

test('the centre of a box is its x and y', async () => {
  const answer = await segment({
    prompts: { prompts: [{ box: { x: 400, y: 530, width: 200, height: 60 } }] },
    format: 'rle',
  })

  const { masks } = Lengths.parse(answer.body).predictions[0] ?? { masks: { size: [], counts: '' } }
  expect(masks.size).toEqual([1024, 1024])
  expect(middleOf(masks.counts)).toEqual(near(400, 530))
})

test.each([
  ['null', null],
  ['an empty object', {}],
  ['an empty list', []],
  ['a set without prompts', { prompts: [] }],
  ['one prompt', click(512, 512)],
  ['a list', [click(512, 512)]],
  ['a set', { prompts: [click(512, 512)] }],
])('prompts may be %s', async (_name, prompts) => {
  const answer = await segment({ prompts })

  expect(answer).toMatchObject({ status: 200, body: { predictions: [{ format: 'polygon' }] } })
})

test.each([
  ['a point that is neither in nor out', { prompts: [{ points: [{ x: 1, y: 2 }] }] }],
  ['a box without a size', { prompts: { prompts: [{ box: { x: 1, y: 2 } }] } }],
  ['a text', { prompts: 'the cup' }],
])('%s is no prompt', async (_name, more) => {
  const answer = await segment(more)

  expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'prompts'] }] } })
})

test('binary is an archive of logits and no JSON, of both operations', async () => {
  const [sam2, sam3] = [
    await segment({ prompts: [click(400, 500)], format: 'binary' }),
    await segment({ prompts: [click(400, 500)], format: 'binary' }, '/sam3/visual_segment'),
  ]

  expect(sam2).toMatchObject({ status: 200, headers: { 'content-type': 'application/octet-stream' } })
  const { masks, low_res_masks: coarse } = readNpz(sam2.bytes)
  expect([masks?.shape, coarse?.shape]).toEqual([
    [1, 1024, 1024],
    [1, 256, 256],
  ])
  expect([masks?.values[500 * 1024 + 400], masks?.values[0]]).toEqual([expect.any(Number), expect.any(Number)])
  expect(sam3.bytes.length).toBe(sam2.bytes.length)
})

test('a format that nobody knows does not fit, and polygon is known to one of the two alone', async () => {
  const smoke = await segment({ format: 'smoke' })
  const sam2 = await segment({ format: 'polygon' })
  const sam3 = await segment({ format: 'polygon' }, '/sam3/visual_segment')

  expect([smoke.status, sam2.status, sam3.status]).toEqual([422, 422, 200])
})

test('a version that is not installed is served by the installed one, which is named', async () => {
  const answer = await segment({ sam2_version_id: 'hiera_large', prompts: [click(400, 500)] })
  const named = await segment({ model_id: 'sam2/hiera_large' })
  const unknown = await segment({ sam2_version_id: 'huge' })

  expect(answer).toMatchObject({ status: 200, headers: { 'x-model-id': 'sam2/hiera_tiny' } })
  expect(answer.body).toMatchObject({ model_id: 'sam2/hiera_tiny' })
  expect([named.status, unknown.status]).toEqual([404, 422])
})

test('the image goes to the model again when its embedding was dropped', async () => {
  const first = await segment({ prompts: [click(400, 500)] })
  await inference.post('/model/clear')

  const second = await segment({ prompts: [click(400, 500)] })

  expect(Polygons.parse(second.body)).toEqual(Polygons.parse(first.body))
})

test('saved masks help the next click on, unless the operator switched that off', async () => {
  const off = await testInference({ keepsLogits: { sam2: false, sam3: true } })
  await off.install(...ZOO.sam())
  const first = { image, prompts: [click(400, 500)], save_logits_to_cache: true }
  const points = [...click(400, 500).points, ...click(420, 500).points]
  const next = { image, prompts: [{ points }], load_logits_from_cache: true }

  const answers = []
  for (const server of [inference, off]) {
    await server.post('/sam2/segment_image', { json: first })
    const { predictions } = Polygons.parse((await server.post('/sam2/segment_image', { json: next })).body)
    answers.push(predictions)
  }

  expect(answers[0]).not.toEqual(answers[1])
})

function centreOf(points: readonly (readonly number[])[]) {
  const middle = (axis: 0 | 1) => {
    const values = points.map((point) => point[axis] ?? 0)
    return (Math.min(...values) + Math.max(...values)) / 2
  }
  return [middle(0), middle(1)]
}

/** The middle of the box around the pixels of run lengths. */
function middleOf(text: string) {
  const counts = runLengthsFromText(text)
  const mask = counts.ok ? decodeMask(counts.value, SIZE) : counts
  const { x0, y0, x1, y1 } = (mask.ok ? maskBounds(mask.value) : undefined) ?? { x0: 0, y0: 0, x1: 0, y1: 0 }
  return [(x0 + x1) / 2, (y0 + y1) / 2]
}

function near(x: number, y: number) {
  return [expect.closeTo(x, -1), expect.closeTo(y, -1)]
}

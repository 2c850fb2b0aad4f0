import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { drawnPng } from '../../kit/drawn-images.ts'
import { openInference, type TestInference } from '../../kit/inference-server.ts'
import { ZOO } from '../../kit/inference-zoo.ts'

let inference: TestInference
let image: { type: string; value: string }

beforeAll(async () => {
  inference = await openInference()
  await inference.install(...ZOO.concepts())
  const png = await drawnPng(640, 480, [
    { colour: '#f00', left: 40, top: 60, width: 100, height: 100 },
    { colour: '#f00', left: 400, top: 300, width: 200, height: 120 },
    { colour: '#0f0', left: 380, top: 40, width: 100, height: 100 },
  ])
  image = { type: 'base64', value: png.toString('base64') }
})

afterAll(async () => inference.close())

function ask(more: object) {
  return inference.post('/sam3/concept_segment', { json: { image, ...more } })
}

const Results = z.object({
  prompt_results: z.array(
    z.object({
      predictions: z.array(z.object({ masks: z.array(z.array(z.array(z.number()))), confidence: z.number() })),
    }),
  ),
})

function leftsOf(body: unknown) {
  return Results.parse(body).prompt_results.map(({ predictions }) =>
    predictions.map(({ masks }) => Math.min(...masks.flat().map(([x = 0]) => x))).toSorted((a, b) => a - b),
  )
}

const near = (x: number) => expect.closeTo(x, -1)

test('phrases find all objects of their kind, in the order of the prompts', async () => {
  const answer = await ask({ prompts: [{ type: 'text', text: 'red' }, { text: 'green' }] })

  expect(leftsOf(answer.body)).toEqual([[near(40), near(400)], [near(380)]])
  expect(answer.body).toMatchObject({
    time: expect.any(Number),
    prompt_results: [
      { prompt_index: 0, echo: { prompt_index: 0, type: 'text', text: 'red', num_boxes: 0 } },
      { prompt_index: 1, echo: { prompt_index: 1, type: 'text', text: 'green', num_boxes: 0 } },
    ],
  })
})

test.each([
  ['from its top left', { x: 380, y: 40, width: 100, height: 100 }],
  ['by two corners', { x0: 380, y0: 40, x1: 480, y1: 140 }],
])('an example box, told %s, finds what looks like it', async (_name, box) => {
  const answer = await ask({ prompts: [{ type: 'text', boxes: [box], box_labels: [true] }] })

  expect(leftsOf(answer.body)).toEqual([[near(380)]])
  expect(answer.body).toMatchObject({ prompt_results: [{ echo: { type: 'visual', text: null, num_boxes: 1 } }] })
})

test('a threshold of 0 is honoured, and that of a prompt counts before that of the request', async () => {
  const answer = await ask({
    output_prob_thresh: 1,
    prompts: [{ text: 'red' }, { text: 'red', output_prob_thresh: 0 }],
  })

  const counts = Results.parse(answer.body).prompt_results.map(({ predictions }) => predictions.length)
  expect(counts).toEqual([0, 4])
})

test('masks over each other are dropped where that is asked for, whichever prompt found them', async () => {
  const prompts = [{ text: 'red' }, { text: 'red' }]

  const all = await ask({ prompts })
  const some = await ask({ prompts, nms_iou_threshold: 0.5 })

  const countOf = (body: unknown) => Results.parse(body).prompt_results.flatMap(({ predictions }) => predictions).length
  expect([countOf(all.body), countOf(some.body)]).toEqual([4, 2])
})

test('masks may be run lengths', async () => {
  const answer = await ask({ prompts: [{ text: 'green' }], format: 'rle' })

  const masks = { size: [480, 640], counts: expect.any(String) }
  expect(answer.body).toMatchObject({ prompt_results: [{ predictions: [{ masks, format: 'rle' }] }] })
})

test.each([
  ['no prompt', { prompts: [] }, ['prompts']],
  ['seventeen prompts', { prompts: Array.from({ length: 17 }, () => ({ text: 'red' })) }, ['prompts']],
  ['a visual prompt without a box', { prompts: [{ type: 'visual', text: 'red' }] }, ['prompts', 0, 'boxes']],
  [
    'boxes without labels',
    { prompts: [{ boxes: [{ x: 1, y: 1, width: 9, height: 9 }] }] },
    ['prompts', 0, 'box_labels'],
  ],
  ['too many labels', { prompts: [{ text: 'red', box_labels: [1] }] }, ['prompts', 0, 'box_labels']],
  ['a prompt that says nothing', { prompts: [{}] }, ['prompts', 0, 'text']],
  ['a box that is none', { prompts: [{ boxes: [{ x: 1 }], box_labels: [1] }] }, ['prompts', 0, 'boxes', 0]],
  ['a threshold over 1', { prompts: [{ text: 'red' }], nms_iou_threshold: 2 }, ['nms_iou_threshold']],
  ['a format of no kind', { prompts: [{ text: 'red' }], format: 'smoke' }, ['format']],
])('%s does not fit', async (_name, more, loc) => {
  const answer = await ask(more)

  expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', ...loc] }] } })
})

test('the id that clients always send is served by the installed model, another one is not', async () => {
  const usual = await ask({ model_id: 'sam3/sam3_final', prompts: [{ text: 'red' }] })
  const mine = await ask({ model_id: 'acme/mine', prompts: [{ text: 'red' }] })

  expect(usual).toMatchObject({ status: 200 })
  expect(mine).toMatchObject({ status: 404, body: { message: expect.stringContaining('"acme/mine"') } })
})

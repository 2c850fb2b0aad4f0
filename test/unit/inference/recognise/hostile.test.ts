import { expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import { graphBuilder } from '#inference/onnx/build'
import { writeModel } from '#inference/onnx/write-model'
import { seededChance } from '../../../crash/killing.ts'
import { inWords } from '../../../kit/in-words.ts'
import { recognise } from '../../../kit/model-draft.ts'
import { yoloDetector } from '../../../kit/toy-models/detector.ts'

const MODEL = yoloDetector({ side: 64 })
const CONFIGS = ['config.json', 'preprocessor_config.json', 'environment.json', 'inference_config.json'] as const

test('bytes that were changed anywhere are recognised or refused, and nothing breaks', async () => {
  const chance = seededChance('hostile models')
  for (let round = 0; round < 400; round += 1) {
    const bytes = Uint8Array.from(MODEL)
    for (let change = 0; change < 1 + 8 * chance(); change += 1) {
      bytes[Math.floor(chance() * bytes.length)] = Math.floor(chance() * 256)
    }

    const found = await recognise({ 'm.onnx': bytes.subarray(0, Math.floor(bytes.length * Math.min(1, 2 * chance()))) })

    expect(found.ok || sentenceOf(found.error).length > 0).toBe(true)
  }
})

test.each(CONFIGS)('a %s of any shape is recognised or refused, and nothing breaks', async (name) => {
  const strange = [
    null,
    1,
    'text',
    [],
    {},
    [[]],
    { id2label: [] },
    { size: -1, image_mean: ['a'] },
    { id2label: { 9e9: 'a' } },
  ]
  const more = [
    { PREPROCESSING: 'x' },
    { PREPROCESSING: {}, CLASS_MAP: {} },
    { network_input: { training_input_size: 1 } },
  ]
  for (const value of [...strange, ...more]) {
    const found = await recognise({ 'm.onnx': MODEL, [name]: JSON.stringify(value) })

    expect(found.ok || sentenceOf(found.error).length > 0).toBe(true)
  }
})

test('numbers that lie outside of the folder of their model are refused', async () => {
  const bytes = Buffer.from(externalModel('weights.data'))

  const missing = await recognise({ 'm.onnx': bytes })
  const outside = await recognise({ 'm.onnx': Buffer.from(externalModel('../../x.data')), 'weights.data': 'x' })
  const inside = await recognise({ 'sub/m.onnx': bytes, 'sub/weights.data': 'numbers' })

  expect(inWords(missing)).toMatchObject({
    ok: false,
    error: { message: expect.stringMatching(/weights\.data, which is missing/) },
  })
  expect(inWords(outside)).toMatchObject({
    ok: false,
    error: { message: expect.stringMatching(/outside its folder/) },
  })
  expect(inside).toMatchObject({ ok: true, value: { files: { 'model-data': 'sub/weights.data' } } })
})

/** A classifier whose numbers lie in a file beside it. */
function externalModel(location: string): Uint8Array {
  const g = graphBuilder()
  const pixels = g.input('pixel_values', 'float32', [1, 3, 8, 8])
  const weights = g.constant({ type: 'float32', dims: [3, 2], data: { location, offset: 0, length: 24 } })
  const means = g.op('Flatten', [g.op('GlobalAveragePool', [pixels])])
  g.output('logits', g.op('MatMul', [means, weights]), { dims: [1, 2] })
  return writeModel({ graph: g.graph() })
}

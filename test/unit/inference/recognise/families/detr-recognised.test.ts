import { expect, test } from 'vitest'
import { recognise } from '#test/kit/model-draft'
import { classMaps } from '#test/kit/toy-models/class-maps'
import { classScores } from '#test/kit/toy-models/class-scores'
import { detrDetector } from '#test/kit/toy-models/detr-detector'

test.each([
  ['rf-detr', 'logits', 'instance-segmentation'],
  ['rf-detr', undefined, 'object-detection'],
  ['sigmoid', undefined, 'object-detection'],
  ['softmax', undefined, 'object-detection'],
  ['post-processed', undefined, 'object-detection'],
] as const)('the tensors of %s with masks as %s are a model for %s', async (layout, masks, task) => {
  const found = await recognise({ 'm.onnx': detrDetector({ layout, ...(masks && { masks }) }) })

  expect(found).toMatchObject({ ok: true, value: { family: 'detr', layout, task } })
})

test.each([
  ['yolos', 'softmax'],
  ['d_fine', 'sigmoid'],
])('a configuration that names the type %s makes the layout %s', async (type, layout) => {
  const found = await recognise({
    'onnx/model.onnx': detrDetector({ layout: 'sigmoid' }),
    'config.json': JSON.stringify({ model_type: type, id2label: { 0: 'red', 1: 'green' } }),
  })

  expect(found).toMatchObject({ ok: true, value: { family: 'detr', layout, classNames: ['red', 'green'] } })
})

test('only a network whose output says so is taken for one that ends in a softmax', async () => {
  const ofUltralytics = await recognise({ 'm.onnx': classScores({ scores: 'output0', ending: 'Softmax' }) })
  const ofTransformers = await recognise({ 'm.onnx': classScores() })
  const segmenter = await recognise({ 'm.onnx': classMaps() })

  expect(ofUltralytics).toMatchObject({ ok: true, value: { family: 'classifier', isFused: true } })
  expect(ofTransformers.ok && ofTransformers.value.isFused).toBeUndefined()
  expect(segmenter.ok && segmenter.value.isFused).toBeUndefined()
})

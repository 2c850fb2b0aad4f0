import { InferenceSession } from 'onnxruntime-node'
import { expect, test } from 'vitest'
import { readSignature } from '#inference/onnx/read-signature'
import { colourClassifier } from '#test/kit/toy-models/classifier'
import { drawnTensor } from '#test/kit/toy-models/drawn'
import { semanticSegmenter } from '#test/kit/toy-models/semantic'

test('the toy classifier answers with the colour that an image shows most', async () => {
  const session = await InferenceSession.create(colourClassifier())
  const blue = { rgb: [0, 0, 255], box: [0, 0, 224, 224] } as const
  const red = { rgb: [255, 0, 0], box: [0, 0, 112, 224] } as const
  const base = { width: 224, height: 224, ground: 0 }

  const { logits } = await session.run({
    pixel_values: drawnTensor([
      { ...base, rectangles: [blue] },
      { ...base, rectangles: [blue, red] },
    ]),
  })

  expect(logits?.dims).toEqual([2, 3])
  expect([...(logits?.data ?? [])].map((value) => Math.round(Number(value) * 100) / 100)).toEqual([-8, -8, 8, 0, -8, 0])
})

test('a toy classifier keeps its class names only where it is given some', () => {
  expect(readSignature(colourClassifier())).toMatchObject({ value: { metadata: {} } })
  expect(readSignature(colourClassifier({ names: ['apple', 'pear', 'plum'] }))).toMatchObject({
    value: { metadata: { names: "{0: 'apple', 1: 'pear', 2: 'plum'}" } },
  })
})

test('the toy segmenter gives each cell the class of its colour', async () => {
  const session = await InferenceSession.create(semanticSegmenter({ side: 16 }))
  const rectangles = [
    { rgb: [255, 0, 0], box: [0, 0, 8, 4] },
    { rgb: [0, 255, 0], box: [12, 12, 16, 16] },
  ] as const

  const { logits } = await session.run({ images: drawnTensor([{ width: 16, height: 16, rectangles }]) })

  const numbers = [...(logits?.data ?? [])].map(Number)
  const classes = Array.from({ length: 16 }, (_, cell) => {
    const scores = [0, 16, 32].map((plane) => numbers[plane + cell] ?? 0)
    return scores.indexOf(Math.max(...scores))
  })
  expect(logits?.dims).toEqual([1, 3, 4, 4])
  expect(classes.join('')).toBe('1100000000000002')
})

import { InferenceSession, Tensor } from 'onnxruntime-node'
import { expect, test } from 'vitest'
import { yoloDetector } from '#test/kit/toy-models/detector'
import { drawnTensor } from '#test/kit/toy-models/drawn'

// ONNX Runtime 1.30 makes every tensor of halves a Float16Array where there is one, and cannot read it as an input.
Reflect.deleteProperty(globalThis, 'Float16Array')

const [ONE, CENTRE_X, CENTRE_Y] = [0x3c00, 0x4f20, 0x4fa0]

test('a toy detector of half precision takes and gives halves', async () => {
  const session = await InferenceSession.create(yoloDetector({ side: 64, type: 'float16' }))
  const rectangles = [{ rgb: [255, 0, 0], box: [10, 20, 47, 41] }] as const
  const picture = drawnTensor([{ width: 64, height: 64, ground: 0, rectangles }])
  const halves = Uint16Array.from([...picture.data].map((value) => (value === 1 ? ONE : 0)))

  const { output0 } = await session.run({ images: new Tensor('float16', halves, [1, 3, 64, 64]) })

  expect(output0?.type).toBe('float16')
  const numbers = [...(output0?.data ?? [])]
  const best = numbers.indexOf(ONE, 4 * 84) - 4 * 84
  expect([numbers[best], numbers[84 + best]]).toEqual([CENTRE_X, CENTRE_Y])
})

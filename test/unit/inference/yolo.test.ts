import sharp from 'sharp'
import { expect, test } from 'vitest'
import { graphBuilder } from '#common/onnx/build'
import { floats, ints } from '#common/onnx/tensors'
import { writeModel } from '#common/onnx/write-model'
import { installedModel, PREDICT, testRuntime } from '../../kit/model-host.ts'

test('a red rectangle is found where it lies', async () => {
  const runtime = testRuntime()
  const model = await installedModel(
    { id: 'toys/1', task: 'object-detection', family: 'yolo', classNames: ['red'], input: INPUT },
    { model: ['model.onnx', cellDetector()] },
  )
  const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: '#000' } })
  const red = sharp({ create: { width: 8, height: 8, channels: 3, background: '#f00' } })
  const overlay = await red.png().toBuffer()
  const bytes = await picture
    .composite([{ input: overlay, left: 16, top: 40 }])
    .png()
    .toBuffer()

  const answer = await runtime.run({
    model,
    operation: 'predict',
    input: { pictures: [{ kind: 'encoded', bytes }], options: PREDICT },
  })

  expect(answer).toMatchObject({
    ok: true,
    value: {
      output: [
        {
          prediction: {
            kind: 'objects',
            size: { width: 64, height: 64 },
            objects: [{ className: 'red', confidence: 1, box: { x0: 16, y0: 40, x1: 24, y1: 48 } }],
          },
        },
      ],
    },
  })
})

const INPUT = {
  width: 64,
  height: 64,
  resize: 'letterbox' as const,
  padding: 114,
  channels: 'rgb' as const,
  divisor: 255,
  mean: [0, 0, 0] as [number, number, number],
  std: [1, 1, 1] as [number, number, number],
}

/** Cells of 8 × 8 pixels, each a box whose score is how red it is. */
function cellDetector(): Uint8Array {
  const g = graphBuilder()
  const images = g.input('images', 'float32', ['batch', 3, 64, 64])
  const red = g.op('Relu', [g.op('Conv', [images, floats([1, -1, -1], [1, 3, 1, 1])])])
  const cells = g.op('AveragePool', [red], { kernel_shape: [8, 8], strides: [8, 8] })
  const scores = g.op('Reshape', [cells, ints([0, 1, 64])])
  const centres = Array.from({ length: 64 }, (_, cell) => [8 * (cell % 8) + 4, 8 * Math.floor(cell / 8) + 4])
  const rows = [centres.map(([x = 0]) => x), centres.map(([, y = 0]) => y), centres.map(() => 8), centres.map(() => 8)]
  const boxes = floats(rows.flat(), [1, 4, 64])
  const zeros = g.op('Mul', [g.op('Expand', [scores, ints([1, 4, 64])]), 0])
  g.output('output0', g.op('Concat', [g.op('Add', [zeros, boxes]), scores], { axis: 1 }), { dims: ['batch', 5, 64] })
  return writeModel({ graph: g.graph(), metadata: {} })
}

import { InferenceSession, Tensor } from 'onnxruntime-node'
import { expect, test } from 'vitest'
import { float, graphBuilder } from '#common/onnx/build'
import { readSignature } from '#common/onnx/read-signature'
import { floats, ints } from '#common/onnx/tensors'
import { writeModel } from '#common/onnx/write-model'

function redness() {
  const g = graphBuilder()
  const images = g.input('images', 'float32', ['batch', 3, 4, 4])
  const red = g.op('Relu', [g.op('Conv', [images, floats([1, -0.5, -0.5], [1, 3, 1, 1])])])
  const cells = g.op('AveragePool', [red], { kernel_shape: [2, 2], strides: [2, 2] })
  const [top, bottom] = g.two('Split', [g.op('Mul', [cells, 2])], { axis: 2 })
  const flat = g.op('Reshape', [g.op('Max', [top, bottom]), ints([0, 1, -1])])
  g.output('output0', g.op('LeakyRelu', [flat], { alpha: float(1) }), { dims: ['batch', 1, 2] })
  return writeModel({ graph: g.graph(), metadata: { names: "{0: 'rød'}" } })
}

test('a model that was built here runs in ONNX Runtime', async () => {
  const session = await InferenceSession.create(redness())
  const pixels = new Float32Array(2 * 3 * 16).fill(0)
  pixels.fill(1, 48, 64)

  const { output0 } = await session.run({ images: new Tensor('float32', pixels, [2, 3, 4, 4]) })

  expect(output0?.dims).toEqual([2, 1, 2])
  expect([...(output0?.data ?? [])]).toEqual([0, 0, 2, 2])
})

test('what a model was written with can be read from its file', () => {
  expect(readSignature(redness())).toEqual({
    ok: true,
    value: {
      inputs: [{ name: 'images', type: 'float32', dims: ['batch', 3, 4, 4] }],
      outputs: [{ name: 'output0', type: 'float32', dims: ['batch', 1, 2] }],
      metadata: { names: "{0: 'rød'}" },
      opset: 17,
      producer: 'tessera',
      externalFiles: [],
    },
  })
})

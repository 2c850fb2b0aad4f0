import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { expect, onTestFinished, test } from 'vitest'
import { float, floatList, type GraphBuilder, graphBuilder } from '#inference/onnx/build'
import { bools, floats, int32s, intScalar, ints, uint8s } from '#inference/onnx/tensors'
import type { TensorType } from '#inference/onnx/types'
import { writeModel } from '#inference/onnx/write-model'

/** Result of ONNX Runtime for one output of a graph without inputs. */
async function valueOf(
  build: (g: GraphBuilder) => string,
  type: TensorType = 'float32',
  dims = ['any'],
): Promise<unknown[]> {
  const g = graphBuilder()
  g.output('value', build(g), { type, dims })
  const session = await InferenceSession.create(writeModel({ graph: g.graph() }))
  const { value } = await session.run({})
  return [...(value?.data ?? [])]
}

test('a model that was built here runs in ONNX Runtime', async () => {
  const g = graphBuilder()
  const images = g.input('images', 'float32', ['batch', 3, 4, 4])
  const red = g.op('Relu', [g.op('Conv', [images, floats([1, -0.5, -0.5], [1, 3, 1, 1])])])
  const cells = g.op('AveragePool', [red], { kernel_shape: [2, 2], strides: [2, 2] })
  const [top, bottom] = g.two('Split', [g.op('Mul', [cells, 2])], { axis: 2 })
  const flat = g.op('Reshape', [g.op('Max', [top, bottom]), ints([0, 1, -1])])
  g.output('output0', flat, { dims: ['batch', 1, 2] })
  const session = await InferenceSession.create(writeModel({ graph: g.graph() }))
  const pixels = new Float32Array(2 * 3 * 16).fill(1, 48, 64)

  const { output0 } = await session.run({ images: new Tensor('float32', pixels, [2, 3, 4, 4]) })

  expect(output0?.dims).toEqual([2, 1, 2])
  expect([...(output0?.data ?? [])]).toEqual([0, 0, 2, 2])
})

test('ONNX Runtime reads tensors of every type as they were written', async () => {
  expect(await valueOf((g) => g.constant(floats([1.5, -2])))).toEqual([1.5, -2])
  expect(await valueOf((g) => g.constant(ints([-1, 2 ** 40])), 'int64')).toEqual([-1n, 2n ** 40n])
  expect(await valueOf((g) => g.constant(int32s([-7, 7])), 'int32')).toEqual([-7, 7])
  expect(await valueOf((g) => g.constant(uint8s([0, 255])), 'uint8')).toEqual([0, 255])
  expect(await valueOf((g) => g.constant(bools([true, false])), 'bool')).toEqual([1, 0])
  expect(await valueOf((g) => g.op('Range', [intScalar(2), intScalar(8), intScalar(3)]), 'int64')).toEqual([2n, 5n])
})

test('ONNX Runtime reads attributes of every kind as they were written', async () => {
  const constant = (attributes: Parameters<GraphBuilder['op']>[2]) => (g: GraphBuilder) =>
    g.op('Constant', [], attributes)

  expect(await valueOf(constant({ value_float: float(3) }), 'float32', [])).toEqual([3])
  expect(await valueOf(constant({ value_float: 0.25 }), 'float32', [])).toEqual([0.25])
  expect(await valueOf(constant({ value_int: -3 }), 'int64', [])).toEqual([-3n])
  expect(await valueOf(constant({ value_string: 'smørrebrød' }), 'string', [])).toEqual(['smørrebrød'])
  expect(await valueOf(constant({ value_floats: floatList([1, 2]) }))).toEqual([1, 2])
  expect(await valueOf(constant({ value_floats: [1.5, 2] }))).toEqual([1.5, 2])
  expect(await valueOf(constant({ value_ints: [-1, 300] }), 'int64')).toEqual([-1n, 300n])
  expect(await valueOf(constant({ value_strings: ['a', ''] }), 'string')).toEqual(['a', ''])
  expect(await valueOf(constant({ value: int32s([9]), sparse_value: undefined }), 'int32')).toEqual([9])
})

test('a node may leave an optional input out and give several values', async () => {
  const clipped = await valueOf((g) => g.op('Clip', [floats([-5, 0, 5]), '', 1]))
  const quarters = await valueOf((g) => {
    const [a, b, c, d] = g.four('Split', [floats([1, 2, 3, 4])])
    const [e, f, h] = g.three('Split', [floats([5, 6, 7])])
    return g.op('Concat', [d, c, b, a, h, f, e], { axis: 0 })
  })

  expect(clipped).toEqual([-5, 0, 1])
  expect(quarters).toEqual([4, 3, 2, 1, 7, 6, 5])
})

test('a model takes its numbers from a file beside it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'onnx-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const g = graphBuilder()
  const data = { location: 'model.onnx_data', offset: 4, length: 8 }
  g.output('value', g.op('Mul', [{ type: 'float32', dims: [2], data }, 2]), { dims: [2] })
  await writeFile(join(folder, 'model.onnx_data'), new Uint8Array(Float32Array.of(9, 1, 2).buffer))
  await writeFile(join(folder, 'model.onnx'), writeModel({ graph: g.graph() }))

  const session = await InferenceSession.create(join(folder, 'model.onnx'))
  const { value } = await session.run({})

  expect([...(value?.data ?? [])]).toEqual([2, 4])
})

test('a graph refuses two values of one name, and a tensor numbers that do not fill it', () => {
  const g = graphBuilder()
  g.input('images', 'float32', [1])

  expect(() => g.output('images', 'images', { dims: [1] })).toThrow('The graph has a value called images already.')
  expect(() => floats([1, 2, 3], [2, 2])).toThrow('A tensor of shape [2, 2] takes 4 elements, not 3.')
})

test('a model of many megabytes is written without its numbers being copied one by one', () => {
  const g = graphBuilder()
  const weights = floats(new Float32Array(8_000_000).fill(1))
  g.output('value', g.op('Identity', [weights]), { dims: [8_000_000] })

  const file = writeModel({ graph: g.graph() })

  expect(file.length).toBeGreaterThan(32_000_000)
  expect(file.length).toBeLessThan(32_001_000)
})

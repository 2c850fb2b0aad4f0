import { graphBuilder } from '#common/onnx/build'
import { ints } from '#common/onnx/tensors'
import type { Dim } from '#common/onnx/types'
import { writeModel } from '#common/onnx/write-model'
import { LETTERS, type Norm, nearnessTo } from './ocr-networks.ts'

const FINDING: Norm = { mean: [0.485, 0.456, 0.406], std: [0.229, 0.224, 0.225], order: 'bgr' }
const READING: Norm = { mean: [0.5, 0.5, 0.5], std: [0.5, 0.5, 0.5], order: 'bgr' }

/** Probabilities that are high inside of ink, five pixels away from its edge: [?, 3, ?, ?] to [?, 1, ?, ?]. */
export function lineFinder(): Uint8Array {
  const g = graphBuilder()
  const nearness = nearnessTo(g, g.input('x', 'float32', ['n', 3, 'h', 'w']), FINDING)
  const [ink, paper] = g.two('Split', [nearness, ints([LETTERS.length + 1, 2])], { axis: 1 })
  const isInk = g.op('Sub', [g.op('ReduceMax', [ink], { axes: [1] }), g.op('ReduceMax', [paper], { axes: [1] })])
  const eroded = g.op('MaxPool', [g.op('Neg', [isInk])], { kernel_shape: [11, 11], pads: [5, 5, 5, 5] })
  const map = g.op('Sigmoid', [g.op('Mul', [eroded, -20])])
  g.output('sigmoid_0.tmp_0', map, { dims: ['n', 1, 'h', 'w'] })
  return writeModel({ graph: g.graph(), metadata: {} })
}

interface ReaderOptions {
  /** Under the key `character`; none when absent. */
  readonly characters?: readonly string[]
  readonly width?: Dim
}

/** The colour in the middle of every fourth column as a letter, a blank first and a space last: [?, 3, 48, ?] to [?, T, letters + 2]. */
export function lineReader({ characters, width = 'w' }: ReaderOptions = {}): Uint8Array {
  const g = graphBuilder()
  const input = g.input('x', 'float32', ['n', 3, 48, width])
  const middle = g.op('Slice', [input, ints([12]), ints([36]), ints([2])])
  const columns = g.op('AveragePool', [middle], { kernel_shape: [24, 4], strides: [24, 4] })
  const [letters, others] = g.two('Split', [nearnessTo(g, columns, READING), ints([LETTERS.length, 3])], { axis: 1 })
  const blank = g.op('ReduceMax', [others], { axes: [1] })
  const scores = g.op('Concat', [blank, letters, g.op('Sub', [blank, 5])], { axis: 1 })
  const steps = g.op('Transpose', [g.op('Squeeze', [scores, ints([2])])], { perm: [0, 2, 1] })
  const shares = g.op('Softmax', [g.op('Mul', [steps, 40])], { axis: 2 })
  g.output('softmax_5.tmp_0', shares, { dims: ['n', 't', LETTERS.length + 2] })
  return writeModel({ graph: g.graph(), metadata: characters ? { character: characters.join('\n') } : {} })
}

/** The characters of the toy reader, in the order of its columns. */
export const CHARACTERS = Array.from(LETTERS)

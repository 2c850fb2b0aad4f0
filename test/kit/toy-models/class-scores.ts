import { graphBuilder } from '#inference/onnx/build'
import { floats } from '#inference/onnx/tensors'
import { TENSOR_TYPES } from '#inference/onnx/types'
import { writeModel } from '#inference/onnx/write-model'
import { colourWeights } from './colours.ts'

interface ClassScoresOptions {
  /** Names as exporters give them; those of transformers when absent. */
  readonly image?: string
  readonly scores?: string
  /** Last layer of the network. */
  readonly ending?: 'Softmax' | 'Sigmoid'
  /** Whether it also outputs the means of the colors. */
  readonly withEmbedding?: boolean
  /** Type of inputs and outputs; it computes in float32. */
  readonly type?: 'float32' | 'float16'
  /** Whether every score is NaN. */
  readonly isBroken?: boolean
}

const STEEPNESS = 8

/**
 * Makes a classifier of red, green and blue for images of 64 × 64 pixels with values 0…1: the logit of a color is 8 ·
 * (mean of its own channel − the means of the other two).
 */
export function classScores(options: ClassScoresOptions = {}): Uint8Array {
  const { image = 'pixel_values', scores = 'logits', type = 'float32', ending, withEmbedding, isBroken } = options
  const g = graphBuilder()
  const taken = g.input(image, type, ['batch', 3, 64, 64])
  const pixels = g.op('Cast', [taken], { to: TENSOR_TYPES.float32 })
  const means = g.op('Flatten', [g.op('GlobalAveragePool', [pixels])])
  const weights = { ...colourWeights(['red', 'green', 'blue'], isBroken ? Number.NaN : STEEPNESS), dims: [3, 3] }
  const logits = g.op('Gemm', [means, weights, floats([0, 0, 0])], { transB: 1 })
  if (withEmbedding) g.output('pooled_features', means, { dims: ['batch', 3] })
  const ended = ending ? g.op(ending, [logits]) : logits
  g.output(scores, g.op('Cast', [ended], { to: TENSOR_TYPES[type] }), { type, dims: ['batch', 3] })
  return writeModel({ graph: g.graph('main_graph'), producer: 'pytorch' })
}

import { graphBuilder } from '#common/onnx/build'
import { floats } from '#common/onnx/tensors'
import { writeModel } from '#common/onnx/write-model'
import { colourWeights } from './colours.ts'

interface ClassScoresOptions {
  /** Names as exporters give them; those of transformers when absent. */
  readonly picture?: string
  readonly scores?: string
  /** What the network ends in. */
  readonly ending?: 'Softmax' | 'Sigmoid'
  /** Hands out the means of the colours too. */
  readonly withEmbedding?: boolean
  /** Every score is no number. */
  readonly isBroken?: boolean
}

const STEEPNESS = 8

/**
 * A classifier of red, green and blue for pictures of 64 pixels a side whose values are 0…1: the logit of a colour is
 * 8 · (mean of its own channel − the means of the other two).
 */
export function classScores(options: ClassScoresOptions = {}): Uint8Array {
  const { picture = 'pixel_values', scores = 'logits', ending, withEmbedding, isBroken = false } = options
  const g = graphBuilder()
  const pixels = g.input(picture, 'float32', ['batch', 3, 64, 64])
  const means = g.op('Flatten', [g.op('GlobalAveragePool', [pixels])])
  const weights = { ...colourWeights(['red', 'green', 'blue'], isBroken ? Number.NaN : STEEPNESS), dims: [3, 3] }
  const logits = g.op('Gemm', [means, weights, floats([0, 0, 0])], { transB: 1 })
  if (withEmbedding) g.output('pooled_features', means, { dims: ['batch', 3] })
  g.output(scores, ending ? g.op(ending, [logits]) : logits, { dims: ['batch', 3] })
  return writeModel({ graph: g.graph('main_graph'), producer: 'pytorch' })
}

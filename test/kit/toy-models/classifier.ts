import { graphBuilder } from '#inference/onnx/build'
import { floats } from '#inference/onnx/tensors'
import type { Dim } from '#inference/onnx/types'
import { writeModel } from '#inference/onnx/write-model'
import { colourWeights, pythonNames, type ToyColour } from './colours.ts'

export interface ClassifierOptions {
  readonly colours?: readonly ToyColour[]
  /** Class names in the metadata; absent for none, as in exports of ViT. */
  readonly names?: readonly string[]
  readonly batch?: Dim
  readonly side?: number
}

/** Growth of a logit from no color to an image full of it. */
const STEEPNESS = 8

/**
 * Makes a classifier with the tensors of a ViT export: `pixel_values` [N, 3, S, S], `logits` [N, classes]. A class's
 * logit is 8 · (mean of its own channel − the means of the other two), without normalization.
 */
export function colourClassifier(options: ClassifierOptions = {}): Uint8Array {
  const { colours = ['red', 'green', 'blue'], names, batch = 'batch', side = 224 } = options
  const g = graphBuilder()
  const pixels = g.input('pixel_values', 'float32', [batch, 3, side, side])
  const means = g.op('Flatten', [g.op('GlobalAveragePool', [pixels])])
  const weights = { ...colourWeights(colours, STEEPNESS), dims: [colours.length, 3] }
  const logits = g.op('Gemm', [means, weights, floats(colours.map(() => 0))], { transB: 1 })
  g.output('logits', logits, { dims: [batch, colours.length] })
  return writeModel({
    graph: g.graph('main_graph'),
    producer: 'pytorch',
    ...(names && { metadata: { task: 'classify', names: pythonNames(names) } }),
  })
}

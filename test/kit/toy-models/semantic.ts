import { graphBuilder } from '#inference/onnx/build'
import { floats } from '#inference/onnx/tensors'
import type { Dim, Tensor } from '#inference/onnx/types'
import { writeModel } from '#inference/onnx/write-model'
import { CHANNEL_WEIGHTS, pythonNames, type ToyColour } from './colours.ts'

export interface SemanticOptions {
  readonly colours?: readonly ToyColour[]
  readonly batch?: Dim
  readonly side?: number
  /** Input pixels per output pixel. */
  readonly stride?: number
}

/** Growth of a logit from no color to full color, and the logit of the background. */
const [STEEPNESS, GROUND] = [20, 6]

/**
 * Makes a semantic segmenter: `images` [N, 3, S, S], RGB from 0 to 1, gives `logits` [N, 1 + colors, S / stride, S /
 * stride]. Class 0 is `background`, with 6 everywhere; a color has 20 · (its own channel − the other two).
 */
export function semanticSegmenter(options: SemanticOptions = {}): Uint8Array {
  const { colours = ['red', 'green'], batch = 'batch', side = 512, stride = 4 } = options
  const g = graphBuilder()
  const images = g.input('images', 'float32', [batch, 3, side, side])
  const cells = g.op('AveragePool', [images], { kernel_shape: [stride, stride], strides: [stride, stride] })
  const logits = g.op('Conv', [cells, weightsOf(colours), floats([GROUND, ...colours.map(() => 0)])])
  g.output('logits', logits, { dims: [batch, 1 + colours.length, side / stride, side / stride] })
  const metadata = { names: pythonNames(['background', ...colours]) }
  return writeModel({ graph: g.graph('main_graph'), metadata, producer: 'pytorch' })
}

function weightsOf(colours: readonly ToyColour[]): Tensor {
  const rows = [[0, 0, 0], ...colours.map((colour) => CHANNEL_WEIGHTS[colour])]
  const weights = rows.flatMap((row) => row.map((weight) => weight * STEEPNESS))
  return floats(weights, [rows.length, 3, 1, 1])
}

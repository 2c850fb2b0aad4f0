import { type GraphBuilder, graphBuilder } from '#inference/onnx/build'
import { floats } from '#inference/onnx/tensors'
import { writeModel } from '#inference/onnx/write-model'
import { CHANNEL_WEIGHTS, type ToyColour } from './colours.ts'

interface ClassMapsOptions {
  /** Meaning of the channels; `ground` has the logit 6 everywhere, `nothing` −40. */
  readonly channels?: readonly (ToyColour | 'ground' | 'nothing')[]
  readonly side?: number
  /** Input pixels per output pixel. */
  readonly stride?: number
  readonly scores?: string
  /** Last layer of the network. */
  readonly ending?: 'Softmax' | 'Sigmoid'
  /** A second output, as networks have for training. */
  readonly withAuxiliary?: boolean
  /** Whether every channel is NaN where there is green. */
  readonly isBroken?: boolean
}

const [STEEPNESS, GROUND, NOTHING] = [20, 6, -40]

/**
 * Makes a semantic segmenter of images with values 0…1: a color's logit is 20 · (its own channel − the other two) at
 * every cell.
 */
export function classMaps(options: ClassMapsOptions = {}): Uint8Array {
  const { channels = ['ground', 'red', 'green'], side = 64, stride = 4, scores = 'logits' } = options
  const g = graphBuilder()
  const images = g.input('pixel_values', 'float32', ['batch', 3, side, side])
  const cells = g.op('AveragePool', [images], { kernel_shape: [stride, stride], strides: [stride, stride] })
  const rows = channels.map((channel) =>
    channel === 'ground' || channel === 'nothing' ? [0, 0, 0] : CHANNEL_WEIGHTS[channel],
  )
  const weights = floats(
    rows.flatMap((row) => row.map((weight) => weight * STEEPNESS)),
    [rows.length, 3, 1, 1],
  )
  const biases = floats(channels.map((channel) => ({ ground: GROUND, nothing: NOTHING })[String(channel)] ?? 0))
  const logits = g.op('Conv', [cells, weights, biases])
  const dims = ['batch', channels.length, side / stride, side / stride]
  if (options.withAuxiliary) g.output('aux', g.op('Mul', [logits, -1]), { dims })
  g.output(scores, ended(g, options.isBroken ? withoutGreen(g, logits, cells) : logits, options), { dims })
  return writeModel({ graph: g.graph('main_graph'), producer: 'pytorch' })
}

function ended(g: GraphBuilder, logits: string, { ending }: ClassMapsOptions): string {
  if (ending === undefined) return logits
  return g.op(ending, [logits], ending === 'Softmax' ? { axis: 1 } : {})
}

function withoutGreen(g: GraphBuilder, logits: string, cells: string): string {
  const [, green] = g.three('Split', [cells], { axis: 1 })
  return g.op('Where', [g.op('Greater', [green, 0.5]), Number.NaN, logits])
}

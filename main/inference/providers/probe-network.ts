import { graphBuilder } from '../onnx/build.ts'
import { floats } from '../onnx/tensors.ts'
import { writeModel } from '../onnx/write-model.ts'

export const PROBE_SHAPE = [1, 3, 16, 16] as const
const CHANNELS = 8

/** A network of the operators that every model of images is made of, with numbers that differ from place to place. */
export function probeNetwork(): Uint8Array {
  const g = graphBuilder()
  const image = g.input('image', 'float32', PROBE_SHAPE)
  const filters = floats(waves(CHANNELS * 3 * 3 * 3), [CHANNELS, 3, 3, 3])
  const seen = g.op('Relu', [g.op('Conv', [image, filters], { kernel_shape: [3, 3], pads: [1, 1, 1, 1] })])
  const pooled = g.op('GlobalAveragePool', [seen])
  const flat = g.op('Flatten', [pooled], { axis: 1 })
  const mixed = g.op('MatMul', [flat, floats(waves(CHANNELS * 4), [CHANNELS, 4])])
  g.output('scores', g.op('Softmax', [mixed], { axis: 1 }), { dims: [1, 4] })
  return writeModel({ graph: g.graph() })
}

/** The image that the network is shown. */
export function probeImage(): Float32Array {
  return Float32Array.from(waves(PROBE_SHAPE.reduce<number>((product, length) => product * length, 1)))
}

function waves(count: number): number[] {
  return Array.from({ length: count }, (_, place) => Math.sin(place * 0.7) * 0.5)
}

import type { GraphBuilder } from '#common/onnx/build'
import { floats } from '#common/onnx/tensors'
import type { Tensor } from '#common/onnx/types'
import { detectorModel, type YoloOptions } from './detector.ts'

export interface HeavyOptions extends YoloOptions {
  /** Work of the convolutions before the detector, in 10⁹ multiplications and additions, at a side of 640. */
  readonly gigaflops?: number
}

const CHANNELS = 32
/** At a side of 640: three halvings from 3 over 8 and 16 to 32 channels, and a 3×3 convolution of 32 channels at 80×80. */
const [HALVINGS_GIGAFLOPS, LAYER_GIGAFLOPS] = [0.162, 0.118]
/** So little of what the convolutions give that the detector's boxes and scores stay what they are. */
const TRACE = 1e-7

/** A detector as `yoloDetector` makes it, as costly as a real one: random convolutions that never change stand before it. */
export function heavyDetector({ gigaflops = 1, ...options }: HeavyOptions = {}): Uint8Array {
  const layers = Math.max(1, Math.round((gigaflops - HALVINGS_GIGAFLOPS) / LAYER_GIGAFLOPS))
  return detectorModel(options, (g, images) => {
    const trace = g.op('ReduceMean', [trunk(g, images, layers)], { axes: [1, 2, 3] })
    return g.op('Add', [images, g.op('Mul', [trace, TRACE])])
  })
}

function trunk(g: GraphBuilder, images: string, layers: number): string {
  const random = seededNumbers()
  const convolve = (value: string, weights: string | Tensor, stride: number): string =>
    g.op('Relu', [g.op('Conv', [value, weights], { strides: [stride, stride], pads: [1, 1, 1, 1] })])
  let value = images
  for (const [from, to] of [
    [3, 8],
    [8, 16],
    [16, CHANNELS],
  ] as const) {
    value = convolve(value, kernels(random, from, to), 2)
  }
  const shared = [0, 1, 2].map(() => g.constant(kernels(random, CHANNELS, CHANNELS)))
  for (let layer = 0; layer < layers; layer++) value = convolve(value, shared[layer % shared.length] ?? '', 1)
  return value
}

/** Weights that keep the strength of what passes through them, layer after layer. */
function kernels(random: () => number, from: number, to: number): Tensor {
  const spread = Math.sqrt(6 / (from * 9))
  const weights = Float32Array.from({ length: from * to * 9 }, () => (random() * 2 - 1) * spread)
  return floats(weights, [to, from, 3, 3])
}

/** The same numbers from 0 to 1 in every run: a linear congruential generator of 32 bits. */
function seededNumbers(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

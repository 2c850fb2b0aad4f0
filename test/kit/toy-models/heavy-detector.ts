import type { GraphBuilder } from '#inference/onnx/build'
import { floats, scalar } from '#inference/onnx/tensors'
import type { Tensor } from '#inference/onnx/types'
import { detectorModel, type YoloOptions } from './detector.ts'

export interface HeavyOptions extends YoloOptions {
  /** Cost of the convolutions before the detector, in 10⁹ multiply-adds at a side of 640. */
  readonly gigaflops?: number
  /**
   * Channels of each convolution. More channels need fewer convolutions for the same cost. The runtime takes longer to
   * optimize networks with more nodes.
   */
  readonly channels?: number
}

/** At a side of 640: three downsamplings from 3 via 8 and 16 channels, and a 3×3 convolution at 80×80. */
const HALVINGS_GIGAFLOPS = 0.162
const gigaflopsOfLayer = (channels: number) => (2 * 9 * channels ** 2 * 80 ** 2) / 1e9
/** Weight of the convolutions' output (0 to 1), small enough not to change boxes and scores. */
const TRACE = 1e-7

/** Makes a detector like `yoloDetector` but as costly as a real one, by random fixed convolutions in front of it. */
export function heavyDetector({ gigaflops = 1, channels = 32, ...options }: HeavyOptions = {}): Uint8Array {
  const layers = Math.max(1, Math.round((gigaflops - HALVINGS_GIGAFLOPS) / gigaflopsOfLayer(channels)))
  return detectorModel(options, (g, images) => {
    const trace = g.op('ReduceMean', [trunk(g, images, { layers, channels })], { axes: [1, 2, 3] })
    return g.op('Add', [images, g.op('Mul', [trace, TRACE])])
  })
}

interface Trunk {
  readonly layers: number
  readonly channels: number
}

function trunk(g: GraphBuilder, images: string, { layers, channels }: Trunk): string {
  const random = seededNumbers()
  const constants = { least: g.constant(scalar(0)), most: g.constant(scalar(1)) }
  /** Returns a 3×3 convolution clamped to 0…1, so that values neither vanish nor explode over many layers. */
  const layer = (from: number, to: number, stride: number): ((value: string) => string) => {
    const [weights, bias] = [g.constant(kernels(random, from, to)), g.constant(floats(new Float32Array(to).fill(0.1)))]
    const attributes = { strides: [stride, stride], pads: [1, 1, 1, 1] }
    return (value) => g.op('Clip', [g.op('Conv', [value, weights, bias], attributes), constants.least, constants.most])
  }
  const halvings = [layer(3, 8, 2), layer(8, 16, 2), layer(16, channels, 2)]
  const shared = layer(channels, channels, 1)
  const all = [...halvings, ...Array.from({ length: layers }, () => shared)]
  return all.reduce((value, apply) => apply(value), images)
}

function kernels(random: () => number, from: number, to: number): Tensor {
  const spread = Math.sqrt(6 / (from * 9))
  const weights = Float32Array.from({ length: from * to * 9 }, () => (random() * 2 - 1) * spread)
  return floats(weights, [to, from, 3, 3])
}

/** Returns the same numbers from 0 to 1 in every run: a 32-bit linear congruential generator. */
function seededNumbers(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

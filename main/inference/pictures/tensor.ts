import type { ModelInput } from '#common/inference/manifest'
import type { Pixels } from '#transforms/raster'
import type { Tensor } from '../host/session.ts'

type Values = Pick<ModelInput, 'channels' | 'divisor' | 'mean' | 'std'>

/** 8-bit RGB as a float tensor `[1, 3, height, width]`: `(value / divisor − mean) / std` of each channel. */
export function toTensor(pixels: Pixels, values: Values): Tensor {
  const { width, height } = pixels
  const data = new Float32Array(3 * width * height)
  writePlanes(pixels, values, data)
  return { type: 'float32', dims: [1, 3, height, width], data }
}

/** Channel by channel through a table of 256: a lookup costs less than the arithmetic, and is the same for every pixel. */
function writePlanes({ data, width, height }: Pixels, values: Values, planes: Float32Array): void {
  const area = width * height
  for (let plane = 0; plane < 3; plane += 1) {
    const table = tableOf(values, plane)
    const channel = values.channels === 'rgb' ? plane : 2 - plane
    const start = plane * area
    for (let i = 0, at = channel; i < area; i += 1, at += 3) planes[start + i] = table[data[at] ?? 0] ?? 0
  }
}

function tableOf({ divisor, mean, std }: Values, plane: number): Float32Array {
  const [centre, spread] = [mean[plane] ?? 0, std[plane] ?? 1]
  return Float32Array.from({ length: 256 }, (_, value) => (value / divisor - centre) / spread)
}

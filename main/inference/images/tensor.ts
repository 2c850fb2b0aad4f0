import type { ModelInput } from '#common/inference/manifest'
import { message } from '#common/messages/message'
import type { Pixels } from '#transforms/raster'
import { ModelRunError } from '../host/errors.ts'
import type { Tensor, TensorType } from '../host/session.ts'
import { toHalves } from './half.ts'

type Values = Pick<ModelInput, 'channels' | 'divisor' | 'mean' | 'std'>

/**
 * 8-bit RGB as a tensor `[1, 3, height, width]`: `(value / divisor − mean) / std` of each channel, in the precision that a network
 * takes. Throws a `ModelRunError` for a type that holds no fractions.
 */
export function toTensor(pixels: Pixels, values: Values, type: TensorType = 'float32'): Tensor {
  const { width, height } = pixels
  const area = width * height
  const dims = [1, 3, height, width]
  const [red, blue] = values.channels === 'rgb' ? [0, 2] : [2, 0]
  const tables = [tableOf(values, red), tableOf(values, 1), tableOf(values, blue)] as const
  const planes = { red: red * area, blue: blue * area }
  if (type === 'float32') {
    const data = new Float32Array(3 * area)
    writePlanes(pixels, { values: data, tables, ...planes })
    return { type, dims, data }
  }
  if (type !== 'float16') throw new ModelRunError(message('network-images-without-fractions', { type }))
  const data = new Uint16Array(3 * area)
  const [ofRed, ofGreen, ofBlue] = tables
  writePlanes(pixels, { values: data, tables: [toHalves(ofRed), toHalves(ofGreen), toHalves(ofBlue)], ...planes })
  return { type, dims, data }
}

interface Planes<Of extends Float32Array | Uint16Array> {
  readonly values: Of
  /** Values that 0…255 become, for the red, the green and the blue of a pixel. */
  readonly tables: readonly [Of, Of, Of]
  /** Where the planes of red and of blue begin; that of green is between them. */
  readonly red: number
  readonly blue: number
}

/** A lookup costs no more than the arithmetic, and serves every precision. */
function writePlanes<Of extends Float32Array | Uint16Array>({ data, width, height }: Pixels, planes: Planes<Of>): void {
  const { values, red, blue } = planes
  const [ofRed, ofGreen, ofBlue] = planes.tables
  const area = width * height
  for (let i = 0, at = 0; i < area; i += 1, at += 3) {
    values[red + i] = ofRed[data[at] ?? 0] ?? 0
    values[area + i] = ofGreen[data[at + 1] ?? 0] ?? 0
    values[blue + i] = ofBlue[data[at + 2] ?? 0] ?? 0
  }
}

function tableOf({ divisor, mean, std }: Values, plane: number): Float32Array {
  const [centre, spread] = [mean[plane] ?? 0, std[plane] ?? 1]
  return Float32Array.from({ length: 256 }, (_, value) => (value / divisor - centre) / spread)
}

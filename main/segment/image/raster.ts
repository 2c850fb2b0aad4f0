import type { Size } from '#common/geometry/space'

/** Pixels as RGB bytes, row by row. */
export interface Raster extends Size {
  readonly data: Uint8Array
}

/** The image at full size, then repeatedly halved. Pixel (x, y) of level k covers the 2ᵏ × 2ᵏ pixels from (x, y)·2ᵏ. */
export type Pyramid = readonly Raster[]

const SMALLEST_LEVEL = 8

export function pyramidOf(raster: Raster): Pyramid {
  const levels = [raster]
  for (let last = raster; Math.max(last.width, last.height) > SMALLEST_LEVEL; ) {
    last = halve(last)
    levels.push(last)
  }
  return levels
}

export function levelOf(pyramid: Pyramid, level: number): Raster {
  const raster = pyramid[level]
  if (!raster) throw new RangeError(`No level ${level} in a pyramid of ${pyramid.length}`)
  return raster
}

/** Each pixel is the mean of the up to four pixels below it. */
function halve(raster: Raster): Raster {
  const [width, height] = [Math.ceil(raster.width / 2), Math.ceil(raster.height / 2)]
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    const upper = 2 * y * raster.width * 3
    const lower = Math.min(2 * y + 1, raster.height - 1) * raster.width * 3
    halveRows(raster, { upper, lower }, data.subarray(y * width * 3, (y + 1) * width * 3))
  }
  return { width, height, data }
}

function halveRows({ width, data }: Raster, rows: { upper: number; lower: number }, into: Uint8Array): void {
  const last = (width - 1) * 3
  for (let i = 0, left = 0; i < into.length; i += 3, left += 6) {
    const right = Math.min(left + 3, last)
    for (let channel = 0; channel < 3; channel++) {
      const above = (data[rows.upper + left + channel] ?? 0) + (data[rows.upper + right + channel] ?? 0)
      const below = (data[rows.lower + left + channel] ?? 0) + (data[rows.lower + right + channel] ?? 0)
      into[i + channel] = (above + below + 2) >> 2
    }
  }
}

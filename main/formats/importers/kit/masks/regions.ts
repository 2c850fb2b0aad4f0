import { traceMask } from '#common/geometry/contour'
import type { Rings } from '#common/geometry/polygon'
import type { Size } from '#common/geometry/space'
import type { PngPixels } from '../../../kit/png/reader.ts'
import type { Pause } from '../pauses.ts'

/** The pixels of one value, in the smallest box around them. */
export interface Region extends Size {
  readonly value: number
  /** The left upper corner in the image. */
  readonly x: number
  readonly y: number
}

interface Bounds {
  x0: number
  readonly y0: number
  x1: number
  y1: number
}

/** More values than an image takes objects are no mask but a photograph. */
const MAX_REGIONS = 50_000

/** Each value of a mask with where it lies, in the order in which they come; undefined when there are too many. */
export async function regionsOf(
  { values, width, height }: PngPixels,
  pause: Pause,
): Promise<readonly Region[] | undefined> {
  const found = new Map<number, Bounds>()
  for (let y = 0; y < height; y += 1) {
    widen(found, values.subarray(y * width, (y + 1) * width), y)
    if (found.size > MAX_REGIONS) return undefined
    if (y % 64 === 0) await pause()
  }
  return [...found].map(([value, { x0, y0, x1, y1 }]) => ({ value, x: x0, y: y0, width: x1 - x0, height: y1 - y0 }))
}

/** Goes from run to run of one value. */
function widen(found: Map<number, Bounds>, row: PngPixels['values'], y: number): void {
  for (let x = 0; x < row.length; ) {
    const value = row[x] ?? 0
    const start = x
    while (x < row.length && row[x] === value) x += 1
    const bounds = found.get(value)
    if (bounds === undefined) found.set(value, { x0: start, y0: y, x1: x, y1: y + 1 })
    else {
      bounds.x0 = Math.min(bounds.x0, start)
      bounds.x1 = Math.max(bounds.x1, x)
      bounds.y1 = y + 1
    }
  }
}

/** The borders of a region along the edges of its pixels: filling them gives the same pixels again. */
export function outlinesOfRegion({ values, width: stride }: PngPixels, region: Region): Rings {
  const { value, x, y, width, height } = region
  const data = new Uint8Array(width * height)
  for (let row = 0; row < height; row += 1) {
    const from = (y + row) * stride + x
    for (let column = 0; column < width; column += 1)
      if (values[from + column] === value) data[row * width + column] = 1
  }
  return traceMask({ width, height, data }).map((ring) => ring.map((at, index) => at + (index % 2 === 0 ? x : y)))
}

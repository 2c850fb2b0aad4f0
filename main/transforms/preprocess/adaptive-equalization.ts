import { CHANNELS, forByte, mix, type Pixels, valueAt } from '../raster.ts'

const TILES = 8
const VALUES = 256
/** Clip limit: at most this fraction of a tile's pixels counts for one value. The excess is spread evenly. */
const CLIP_SHARE = 0.03

/**
 * Applies contrast-limited adaptive histogram equalization (CLAHE, Zuiderveld 1994) to a gray image in place: 8 × 8
 * tiles with a curve each, interpolated between the centers of tiles.
 */
export function equalizeAdaptively(pixels: Pixels): void {
  const { data, width, height } = pixels
  const [columns, rows] = [Math.min(TILES, width), Math.min(TILES, height)]
  const curves = curvesOf(pixels, rows, columns)
  const across = blends(width, columns, VALUES)
  const down = blends(height, rows, columns * VALUES)
  for (let y = 0; y < height; y += 1) {
    const [above, below, lower] = [numberAt(down.first, y), numberAt(down.second, y), numberAt(down.share, y)]
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * CHANNELS
      const left = numberAt(across.first, x) + valueAt(data, at)
      const right = numberAt(across.second, x) + valueAt(data, at)
      const share = numberAt(across.share, x)
      const upperValue = mix(numberAt(curves, above + left), numberAt(curves, above + right), share)
      const lowerValue = mix(numberAt(curves, below + left), numberAt(curves, below + right), share)
      const blended = forByte(mix(upperValue, lowerValue, lower))
      data[at] = blended
      data[at + 1] = blended
      data[at + 2] = blended
    }
  }
}

function numberAt(numbers: Float64Array, place: number): number {
  return numbers[place] ?? 0
}

/** Returns the curves of all tiles, row by row. */
function curvesOf(pixels: Pixels, rows: number, columns: number): Float64Array {
  const curves = new Float64Array(rows * columns * VALUES)
  for (let tile = 0; tile < rows * columns; tile += 1) {
    const place = { row: Math.floor(tile / columns), column: tile % columns, rows, columns }
    curves.set(curveOf(pixels, tileAt(pixels, place)), tile * VALUES)
  }
  return curves
}

/**
 * For each pixel along a side, the offsets of the two tiles whose centers surround it. They are equal beyond the
 * outermost centers.
 */
interface Blends {
  readonly first: Float64Array
  readonly second: Float64Array
  /** Weight of the second tile. */
  readonly share: Float64Array
}

/** `stride` is the distance between neighboring tiles in the list of curves. */
function blends(size: number, count: number, stride: number): Blends {
  const places = Array.from({ length: size }, (_, pixel) => ((pixel + 0.5) * count) / size - 0.5)
  return {
    first: Float64Array.from(places, (place) => Math.max(0, Math.floor(place)) * stride),
    second: Float64Array.from(places, (place) => Math.min(count - 1, Math.floor(place) + 1) * stride),
    share: Float64Array.from(places, (place) => place - Math.floor(place)),
  }
}

interface Place {
  readonly row: number
  readonly column: number
  readonly rows: number
  readonly columns: number
}

function tileAt({ width, height }: Pixels, { row, column, rows, columns }: Place) {
  const edge = (index: number, count: number, size: number) => Math.floor((index * size) / count)
  return {
    x0: edge(column, columns, width),
    x1: edge(column + 1, columns, width),
    y0: edge(row, rows, height),
    y1: edge(row + 1, rows, height),
  }
}

/** Returns the cumulative distribution of a tile after clipping its histogram, scaled to 0…255. */
function curveOf({ data, width }: Pixels, { x0, x1, y0, y1 }: ReturnType<typeof tileAt>): Float64Array {
  const counts = new Float64Array(VALUES)
  for (let y = y0; y < y1; y += 1) {
    for (let x = x0; x < x1; x += 1) {
      const value = data[(y * width + x) * CHANNELS] ?? 0
      counts[value] = (counts[value] ?? 0) + 1
    }
  }
  const total = (x1 - x0) * (y1 - y0)
  const limit = Math.max(1, Math.round(CLIP_SHARE * total))
  const excess = counts.reduce((sum, count) => sum + Math.max(0, count - limit), 0)
  let sum = 0
  return counts.map((count) => {
    sum += Math.min(count, limit) + excess / VALUES
    return (255 * sum) / total
  })
}

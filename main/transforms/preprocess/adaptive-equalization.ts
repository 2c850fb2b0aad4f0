import { CHANNELS, forByte, mix, type Pixels, valueAt } from '../raster.ts'

const TILES = 8
const VALUES = 256
/** Of a tile's pixels, at most so many count towards one value; the excess is spread evenly. */
const CLIP_SHARE = 0.03

/**
 * Contrast-limited adaptive histogram equalization (Zuiderveld 1994) of a grey image in place: 8 × 8 tiles, each with a curve of its
 * own, blended between the centres of the tiles.
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

/** The curves of all tiles, row by row, one after the other. */
function curvesOf(pixels: Pixels, rows: number, columns: number): Float64Array {
  const curves = new Float64Array(rows * columns * VALUES)
  for (let tile = 0; tile < rows * columns; tile += 1) {
    const place = { row: Math.floor(tile / columns), column: tile % columns, rows, columns }
    curves.set(curveOf(pixels, tileAt(pixels, place)), tile * VALUES)
  }
  return curves
}

/** For each pixel along a side where the two tiles begin whose centres lie around it; beyond the outermost centres there is one. */
interface Blends {
  readonly first: Float64Array
  readonly second: Float64Array
  /** Of the second. */
  readonly share: Float64Array
}

/** From one tile to the next there are `stride` numbers in the list of curves. */
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

/** The cumulative share of each value in a tile, its histogram clipped first, as 0…255. */
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

import { CHANNELS, type Pixels } from '../raster.ts'

const TILES = 8
/** Of a tile's pixels, at most so many count towards one value; the excess is spread evenly. */
const CLIP_SHARE = 0.03

/**
 * Contrast-limited adaptive histogram equalization (Zuiderveld 1994) of a grey picture in place: 8 × 8 tiles, each with a curve of its
 * own, blended between the centres of the tiles.
 */
export function equalizeAdaptively(pixels: Pixels): void {
  const { data, width, height } = pixels
  const [columns, rows] = [Math.min(TILES, width), Math.min(TILES, height)]
  const curves = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) => curveOf(pixels, tileAt(pixels, { row, column, rows, columns }))),
  )
  const across = Array.from({ length: width }, (_, x) => blendAt(((x + 0.5) * columns) / width - 0.5, columns))
  for (let y = 0; y < height; y += 1) {
    const down = blendAt(((y + 0.5) * rows) / height - 0.5, rows)
    const [above, below] = [curves[down.first] ?? [], curves[down.second] ?? []]
    for (const [x, blend] of across.entries()) {
      const at = (y * width + x) * CHANNELS
      const value = data[at] ?? 0
      const blended = mix(mapped(above, blend, value), mapped(below, blend, value), down.share)
      data.fill(Math.round(blended), at, at + CHANNELS)
    }
  }
}

function mapped(curves: readonly Float64Array[], { first, second, share }: Blend, value: number): number {
  return mix(curves[first]?.[value] ?? 0, curves[second]?.[value] ?? 0, share)
}

interface Blend {
  readonly first: number
  readonly second: number
  /** Of the second. */
  readonly share: number
}

/** The two tiles whose centres lie around a place; beyond the outermost centres there is one. */
function blendAt(place: number, count: number): Blend {
  const first = Math.floor(place)
  return { first: Math.max(0, first), second: Math.min(count - 1, first + 1), share: place - first }
}

function mix(one: number, other: number, share: number): number {
  return one + (other - one) * share
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
  const counts = new Float64Array(256)
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
    sum += Math.min(count, limit) + excess / 256
    return (255 * sum) / total
  })
}

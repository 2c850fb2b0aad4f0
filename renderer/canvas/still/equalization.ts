import { type Channel, channelPlace, LUMA } from './channel.ts'

/** Tiles along each side of the image. */
export const TILES = 8

/** Brightness values in each table. */
export const VALUES = 256

/**
 * Clip limit of the histograms, as a multiple of their mean height. It bounds the gain in contrast, and so the noise in
 * flat areas. The method is Zuiderveld's (Graphics Gems IV, 1994); 3 to 4 is usual.
 */
const CLIP_LIMIT = 4

/**
 * Equalized brightness: a rising table of 256 values for each tile, row by row. Between the centers of tiles the tables
 * are interpolated.
 */
export type Equalization = Uint8Array<ArrayBuffer>

export interface RgbaPixels {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

/** Histogram of each tile: 256 counts each, row by row. Transparent pixels do not count. */
export type TileHistograms = Uint32Array

export function tileHistograms(pixels: RgbaPixels, channel: Channel): TileHistograms {
  const histograms = new Uint32Array(TILES * TILES * VALUES)
  for (let row = 0; row < TILES; row++)
    for (let column = 0; column < TILES; column++) {
      const [x0, x1] = span(column, pixels.width)
      const [y0, y1] = span(row, pixels.height)
      histograms.set(histogram(pixels, { x0, y0, x1, y1 }, channel), (row * TILES + column) * VALUES)
    }
  return histograms
}

/**
 * Computes contrast-limited adaptive histogram equalization (CLAHE) of brightness that has gone through a table before.
 */
export function equalizationOf(histograms: TileHistograms, before: Uint8Array): Equalization {
  const tables = new Uint8Array(TILES * TILES * VALUES)
  for (let from = 0; from < tables.length; from += VALUES) {
    const counts = new Uint32Array(VALUES)
    for (const [value, shown] of before.entries())
      counts[shown] = (counts[shown] ?? 0) + (histograms[from + value] ?? 0)
    tables.set(tableOf(counts), from)
  }
  return tables
}

/** An image with fewer pixels than tiles shares pixels between tiles. */
function span(tile: number, size: number): readonly [from: number, to: number] {
  const from = Math.floor((tile * size) / TILES)
  return [from, Math.max(from + 1, Math.floor(((tile + 1) * size) / TILES))]
}

interface Tile {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

function histogram({ data, width }: RgbaPixels, { x0, y0, x1, y1 }: Tile, channel: Channel): Uint32Array {
  const counts = new Uint32Array(VALUES)
  const place = channelPlace(channel)
  for (let y = y0; y < y1; y++)
    for (let at = 4 * (y * width + x0); at < 4 * (y * width + x1); at += 4) {
      if (data[at + 3] === 0) continue
      const value = place === undefined ? lumaAt(data, at) : (data[at + place] ?? 0)
      counts[value] = (counts[value] ?? 0) + 1
    }
  return counts
}

function lumaAt(data: Uint8ClampedArray, at: number): number {
  const sum = LUMA[0] * (data[at] ?? 0) + LUMA[1] * (data[at + 1] ?? 0) + LUMA[2] * (data[at + 2] ?? 0)
  return (sum + 128) >> 8
}

/**
 * Black and white stay. A value maps to the middle of its bin in the cumulative histogram, so that flat areas keep
 * their brightness.
 */
function tableOf(counts: Uint32Array): Uint8Array {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return UNCHANGED
  const limit = (CLIP_LIMIT * total) / VALUES
  const spread = counts.reduce((sum, count) => sum + Math.max(0, count - limit), 0) / VALUES
  let below = 0
  const middles = Array.from(counts, (count) => {
    const share = Math.min(count, limit) + spread
    below += share
    return below - share / 2
  })
  const [first = 0, last = 1] = [middles[0], middles[VALUES - 1]]
  return Uint8Array.from(middles, (middle) => Math.round((255 * (middle - first)) / (last - first)))
}

const UNCHANGED = Uint8Array.from({ length: VALUES }, (_, value) => value)

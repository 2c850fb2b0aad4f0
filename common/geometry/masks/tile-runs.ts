import type { Box } from '../box.ts'
import { at } from '../polygon.ts'
import { runLengthsToText } from '../rle.ts'

/** Pixels to a side of a tile of a mask. */
export const TILE = 256
export const TILE_PIXELS = TILE * TILE

/** Groups of five bits in one number: runs of a tile and the differences between them need seventeen bits and a sign. */
const MAX_BITS = 20

/** As many runs as a tile has pixels, and an empty first one. */
const runs = new Int32Array(TILE_PIXELS + 1)

/**
 * The run lengths in a text as `runLengthsFromText` reads it, five times as fast and with nothing left to be collected: an image with
 * two hundred masks has a million of them. What is answered is written over by the next call. Undefined where they are no runs of a tile.
 */
export function readTileRuns(text: string): Int32Array | undefined {
  let [count, value, bits, sum] = [0, 0, 0, 0]
  for (let index = 0; index < text.length; index++) {
    const group = groupAt(text, index)
    if (group < 0 || bits === MAX_BITS || count === runs.length) return undefined
    value |= (group & 31) << bits
    bits += 5
    if (group >= 32) continue
    const run = signed(value, bits) + (count > 2 ? at(runs, count - 2) : 0)
    if (run < 0) return undefined
    sum += run
    runs[count++] = run
    value = 0
    bits = 0
  }
  return bits === 0 && sum === TILE_PIXELS ? runs.subarray(0, count) : undefined
}

/** The six bits of a character; less than nothing where it is none of the code. */
function groupAt(text: string, index: number): number {
  const code = text.charCodeAt(index) - 48
  return code >= 0 && code < 64 ? code : -1
}

/** The highest bit of the last group is the sign. */
function signed(value: number, bits: number): number {
  return (value << (32 - bits)) >> (32 - bits)
}

/** Area and bounds of a tile's pixels, read from its runs without making pixels of them. */
export interface TileExtent {
  /** In pixels. */
  readonly area: number
  /** In pixels of the tile. */
  readonly bounds: Box
}

export function extentOfRuns(counts: ArrayLike<number>): TileExtent {
  let [area, x0, y0, x1, y1, start] = [0, TILE, TILE, 0, 0, 0]
  for (let i = 0; i < counts.length; i++) {
    const count = counts[i] ?? 0
    const end = start + count
    if (i % 2 === 1 && count > 0) {
      area += count
      const isOneRow = start >>> 8 === (end - 1) >>> 8
      // A run that goes on in the next row touches both edges.
      x0 = Math.min(x0, isOneRow ? start & 255 : 0)
      x1 = Math.max(x1, isOneRow ? ((end - 1) & 255) + 1 : TILE)
      y0 = Math.min(y0, start >>> 8)
      y1 = ((end - 1) >>> 8) + 1
    }
    start = end
  }
  return area === 0 ? NO_EXTENT : { area, bounds: { x0, y0, x1, y1 } }
}

const NO_EXTENT: TileExtent = { area: 0, bounds: { x0: 0, y0: 0, x1: 0, y1: 0 } }

const FULL_TEXT = runLengthsToText([0, TILE_PIXELS])

/** One spelling for each tile: no run but the first is empty, and one pixel at least is set. */
export function isTileRuns(text: string): boolean {
  if (text === FULL_TEXT) return true
  const counts = readTileRuns(text)
  if (!counts || counts.length < 2 || counts.indexOf(0, 1) >= 0) return false
  return runLengthsToText(Array.from(counts)) === text
}

import type { Box } from '../box.ts'
import { at } from '../polygon.ts'
import { runLengthsToText } from '../rle.ts'

/** Side of a mask tile in pixels. */
export const TILE = 256
export const TILE_PIXELS = TILE * TILE

/** Limit for the 5-bit groups of one number: runs of a tile and their differences need seventeen bits and a sign. */
const MAX_BITS = 20

/** As many runs as a tile has pixels, plus an empty first one. */
const runs = new Int32Array(TILE_PIXELS + 1)

/**
 * Reads run lengths as `runLengthsFromText` does, but five times as fast and without garbage: an image with two hundred
 * masks has a million of them. The next call overwrites the result. Undefined if they are not the runs of a tile.
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

/** Returns the six bits of a character; negative if it is not in the encoding. */
function groupAt(text: string, index: number): number {
  const code = text.charCodeAt(index) - 48
  return code >= 0 && code < 64 ? code : -1
}

/** The highest bit of the last group is the sign. */
function signed(value: number, bits: number): number {
  return (value << (32 - bits)) >> (32 - bits)
}

/** Area and bounds of a tile's pixels, computed from its runs without decoding them. */
export interface TileExtent {
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
      // A run that continues in the next row touches both edges.
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

/** Each tile has exactly one encoding: only the first run may be empty, and at least one pixel is set. */
export function isTileRuns(text: string): boolean {
  if (text === FULL_TEXT) return true
  const counts = readTileRuns(text)
  if (!counts || counts.length < 2 || counts.indexOf(0, 1) >= 0) return false
  return runLengthsToText(Array.from(counts)) === text
}

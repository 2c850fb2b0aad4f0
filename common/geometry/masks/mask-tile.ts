import { z } from 'zod'
import type { Box } from '../box.ts'
import { at } from '../polygon.ts'
import { runLengthsToText } from '../rle.ts'
import { extentOfRuns, isTileRuns, TILE_PIXELS as PIXELS, readTileRuns, TILE, type TileExtent } from './tile-runs.ts'

/** Words of 32 pixels in a row of a tile. */
const ROW_WORDS = TILE / 32

/** Enough for any runs of a tile: every pixel takes at most two characters. */
const MAX_RUNS_TEXT = 2 * PIXELS
/** A million pixels to a side are more than any image has. */
const MAX_TILE_PLACE = 4096

/** Column or row of a tile on the image's grid. */
export const TilePlace = z.int().nonnegative().max(MAX_TILE_PLACE)

/** See `MaskTile`. */
export const TileRuns = z.string().max(MAX_RUNS_TEXT).refine(isTileRuns, 'schema-mask-runs')

/**
 * The part of a mask that lies in one tile of the image's grid: pixels `256·column … 256·column + 255` across and
 * `256·row … 256·row + 255` down. `runs` are the lengths of runs along the rows of the tile, row after row without a break,
 * background and object in turn, background first (0 when the first pixel belongs to the object), 65,536 pixels in all, in COCO's
 * compressed text. A tile holds at least one pixel, so two tiles are the same when their texts are.
 */
export const MaskTile = z
  .object({
    column: TilePlace,
    row: TilePlace,
    runs: TileRuns,
  })
  .readonly()
export type MaskTile = z.infer<typeof MaskTile>

/** Pixels of a tile, row by row: pixel `i` is bit `i mod 32` of word `i div 32`. Shared: to be copied before it is written to. */
export type TileBits = Uint32Array

export function emptyBits(): TileBits {
  return new Uint32Array(PIXELS / 32)
}

const knownBits = new WeakMap<MaskTile, TileBits>()
const knownExtents = new WeakMap<MaskTile, TileExtent>()

/** Inside of a large mask tiles are full: all of them share their pixels. */
const FULL_BITS = emptyBits().fill(-1)
const FULL_RUNS = runLengthsToText([0, PIXELS])

/** Whether every pixel of the tile belongs to the mask. */
export function isFullTile({ runs }: MaskTile): boolean {
  return runs === FULL_RUNS
}

/** Decoded once for each tile. Throws where a tile is not sound. */
export function tileBits(tile: MaskTile): TileBits {
  const there = knownBits.get(tile)
  if (there) return there
  const bits = isFullTile(tile) ? FULL_BITS : bitsOfRuns(tile.runs)
  knownBits.set(tile, bits)
  return bits
}

/** Measured once for each tile. Throws where a tile is not sound. */
export function tileExtent(tile: MaskTile): TileExtent {
  const there = knownExtents.get(tile)
  if (there) return there
  const extent = extentOfRuns(soundRuns(tile.runs))
  knownExtents.set(tile, extent)
  return extent
}

/** The tile with these pixels; undefined when there are none. The bits belong to the tile from now on. */
export function tileOf({ column, row }: Pick<MaskTile, 'column' | 'row'>, bits: TileBits): MaskTile | undefined {
  const counts = countRuns(bits)
  if (counts.length < 2) return undefined
  const tile = { column, row, runs: runLengthsToText(counts) }
  knownBits.set(tile, bits)
  knownExtents.set(tile, extentOfRuns(counts))
  return tile
}

/** One number for each place of the grid, in the order of tiles in a mask. */
export function tilePlace({ column, row }: Pick<MaskTile, 'column' | 'row'>): number {
  return row * (MAX_TILE_PLACE + 1) + column
}

export function hasPixel(bits: TileBits, x: number, y: number): boolean {
  return (((bits[y * ROW_WORDS + (x >> 5)] ?? 0) >>> (x & 31)) & 1) === 1
}

/** Sets the pixels from one place up to another, counted along the rows. */
export function setPixels(bits: TileBits, from: number, to: number): void {
  if (from >= to) return
  const [first, last] = [from >>> 5, (to - 1) >>> 5]
  const [head, tail] = [-1 << (from & 31), -1 >>> (31 - ((to - 1) & 31))]
  if (first === last) {
    bits[first] = (bits[first] ?? 0) | (head & tail)
    return
  }
  bits[first] = (bits[first] ?? 0) | head
  bits.fill(-1, first + 1, last)
  bits[last] = (bits[last] ?? 0) | tail
}

/** The first pixel from one on, along the rows, that is set or is not; the number of pixels when none is. */
export function nextPixel(bits: TileBits, from: number, value: 0 | 1): number {
  if (from >= PIXELS) return PIXELS
  const flip = value === 1 ? 0 : -1
  let word = from >>> 5
  let rest = ((bits[word] ?? 0) ^ flip) & (-1 << (from & 31))
  while (rest === 0) {
    word++
    if (word === bits.length) return PIXELS
    rest = (bits[word] ?? 0) ^ flip
  }
  return word * 32 + 31 - Math.clz32(rest & -rest)
}

/** The smallest box around the pixels that one of two tiles has alone, in pixels of the tile; undefined where they are the same. */
export function differingBounds(a: TileBits, b: TileBits): Box | undefined {
  const across = new Uint32Array(ROW_WORDS)
  let [y0, y1] = [TILE, 0]
  for (let i = 0; i < a.length; i++) {
    const differing = (a[i] ?? 0) ^ (b[i] ?? 0)
    if (differing === 0) continue
    const [column, row] = [i % ROW_WORDS, Math.floor(i / ROW_WORDS)]
    across[column] = (across[column] ?? 0) | differing
    y0 = Math.min(y0, row)
    y1 = row + 1
  }
  if (y1 === 0) return undefined
  const last = across.findLastIndex((word) => word !== 0)
  return { x0: nextPixel(across, 0, 1), y0, x1: last * 32 + 32 - Math.clz32(across[last] ?? 0), y1 }
}

/** To be used before the next tile is read. */
function soundRuns(text: string): ArrayLike<number> {
  const runs = readTileRuns(text)
  if (!runs) throw new RangeError('schema-mask-runs')
  return runs
}

function bitsOfRuns(runs: string): TileBits {
  const bits = emptyBits()
  forRuns(soundRuns(runs), (start, end) => setPixels(bits, start, end))
  return bits
}

/** Every run of the object, from its first place up to the one behind its last. */
function forRuns(counts: ArrayLike<number>, visit: (start: number, end: number) => void): void {
  let start = 0
  for (let i = 0; i < counts.length; i++) {
    const end = start + at(counts, i)
    if (i % 2 === 1 && end > start) visit(start, end)
    start = end
  }
}

function countRuns(bits: TileBits): number[] {
  const counts: number[] = []
  let value: 0 | 1 = 0
  for (let start = 0; start < PIXELS; ) {
    const end = nextPixel(bits, start, value === 0 ? 1 : 0)
    counts.push(end - start)
    value = value === 0 ? 1 : 0
    start = end
  }
  return counts
}

/** Set bits of a word, by adding neighbours up in parallel. */
export function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

import { z } from 'zod'
import type { Box } from './box.ts'
import { at } from './polygon.ts'
import { runLengthsFromText, runLengthsToText } from './rle.ts'

/** Pixels to a side of a tile. */
export const TILE = 256

/** Words of 32 pixels in a row of a tile. */
const ROW_WORDS = TILE / 32
const PIXELS = TILE * TILE

/** Enough for any runs of a tile: every pixel takes at most two characters. */
const MAX_RUNS_TEXT = 2 * PIXELS
/** A million pixels to a side are more than any picture has. */
const MAX_TILE_PLACE = 4096

/** Column or row of a tile on the picture's grid. */
export const TilePlace = z.int().nonnegative().max(MAX_TILE_PLACE)

/** See `MaskTile`. */
export const TileRuns = z.string().max(MAX_RUNS_TEXT).refine(isTileRuns, 'The runs of a tile of a mask are not sound')

/**
 * The part of a mask that lies in one tile of the picture's grid: pixels `256·column … 256·column + 255` across and
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

interface TileFacts {
  readonly bits: TileBits
  /** In pixels. */
  readonly area: number
  /** In pixels of the tile. */
  readonly bounds: Box
}

const known = new WeakMap<MaskTile, TileFacts>()

/** Inside of a large mask tiles are full: all of them share their pixels. */
const FULL: TileFacts = { bits: emptyBits().fill(-1), area: PIXELS, bounds: { x0: 0, y0: 0, x1: TILE, y1: TILE } }
const FULL_RUNS = runLengthsToText([0, PIXELS])

/** Decoded once for each tile. Throws where a tile is not sound. */
export function tileBits(tile: MaskTile): TileBits {
  return tileFacts(tile).bits
}

/** The tile with these pixels; undefined when there are none. The bits belong to the tile from now on. */
export function tileOf({ column, row }: Pick<MaskTile, 'column' | 'row'>, bits: TileBits): MaskTile | undefined {
  const counts = countRuns(bits)
  if (counts.length < 2) return undefined
  const tile = { column, row, runs: runLengthsToText(counts) }
  known.set(tile, measured(bits))
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

/** Measured once for each tile. Throws where a tile is not sound. */
export function tileFacts(tile: MaskTile): TileFacts {
  const there = known.get(tile)
  if (there) return there
  const facts = tile.runs === FULL_RUNS ? FULL : measured(bitsOfRuns(tile.runs))
  known.set(tile, facts)
  return facts
}

function bitsOfRuns(runs: string): TileBits {
  const counts = runLengthsFromText(runs)
  if (!counts.ok) throw new RangeError('The runs of a tile of a mask are not sound')
  const bits = emptyBits()
  let start = 0
  for (let i = 0; i < counts.value.length; i++) {
    const end = start + at(counts.value, i)
    if (i % 2 === 1) setPixels(bits, start, end)
    start = end
  }
  return bits
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

function measured(bits: TileBits): TileFacts {
  const across = new Uint32Array(ROW_WORDS)
  let [area, y0, y1] = [0, TILE, 0]
  for (let i = 0; i < bits.length; i++) {
    const word = bits[i] ?? 0
    if (word === 0) continue
    area += bitCount(word)
    across[i % ROW_WORDS] = (across[i % ROW_WORDS] ?? 0) | word
    const y = Math.floor(i / ROW_WORDS)
    y0 = Math.min(y0, y)
    y1 = y + 1
  }
  const [first, last] = [across.findIndex((word) => word !== 0), across.findLastIndex((word) => word !== 0)]
  if (first < 0) return { bits, area: 0, bounds: { x0: 0, y0: 0, x1: 0, y1: 0 } }
  const left = across[first] ?? 0
  const x0 = first * 32 + 31 - Math.clz32(left & -left)
  return { bits, area, bounds: { x0, y0, x1: last * 32 + 32 - Math.clz32(across[last] ?? 0), y1 } }
}

/** Set bits of a word, by adding neighbours up in parallel. */
export function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** One spelling for each tile: no run but the first is empty, and one pixel at least is set. */
function isTileRuns(text: string): boolean {
  if (text === FULL_RUNS) return true
  const counts = runLengthsFromText(text)
  if (!counts.ok || counts.value.length < 2) return false
  const isWhole = counts.value.reduce((sum, count) => sum + count, 0) === PIXELS
  return isWhole && counts.value.every((count, i) => i === 0 || count > 0) && runLengthsToText(counts.value) === text
}

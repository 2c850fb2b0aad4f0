import { z } from 'zod'
import type { Box } from './box.ts'
import { at } from './polygon.ts'
import { runLengthsFromText, runLengthsToText } from './rle.ts'
import type { Size } from './space.ts'

/** Pixels to a side of a tile. */
export const TILE = 256

/** Words of 32 pixels in a row of a tile. */
const ROW_WORDS = TILE / 32
const PIXELS = TILE * TILE

/** Enough for any runs of a tile: every pixel takes at most two characters. */
const MAX_RUNS_TEXT = 2 * PIXELS
/** A million pixels to a side are more than any picture has. */
const MAX_TILE_PLACE = 4096
/** A picture of four gigapixels has as many tiles. */
const MAX_TILES = 65_536

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

/** Row by row, each row from the left; no place twice. */
export const MaskTiles = z
  .array(MaskTile)
  .min(1, 'A mask needs a pixel')
  .max(MAX_TILES)
  .refine(
    (tiles) => tiles.every((tile, i) => i === 0 || isBefore(tiles[i - 1], tile)),
    'The tiles of a mask are sorted',
  )
  .readonly()
/** A mask of any size: only tiles with a pixel in them, sorted by row, then by column. Values that never change. */
export type MaskTiles = readonly MaskTile[]

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

/** Decoded once for each tile. Throws where a tile is not sound. */
export function tileBits(tile: MaskTile): TileBits {
  return factsOf(tile).bits
}

/** The tile with these pixels; undefined when there are none. The bits belong to the tile from now on. */
export function tileOf({ column, row }: Pick<MaskTile, 'column' | 'row'>, bits: TileBits): MaskTile | undefined {
  const counts = countRuns(bits)
  if (counts.length < 2) return undefined
  const tile = { column, row, runs: runLengthsToText(counts) }
  known.set(tile, measured(bits))
  return tile
}

/** Area in pixels. */
export function maskTilesArea(tiles: MaskTiles): number {
  return tiles.reduce((sum, tile) => sum + factsOf(tile).area, 0)
}

/** The smallest box around the pixels. A mask without tiles has none: zeros. */
export function maskTilesBounds(tiles: MaskTiles): Box {
  if (tiles.length === 0) return { x0: 0, y0: 0, x1: 0, y1: 0 }
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const tile of tiles) {
    const { bounds } = factsOf(tile)
    const [left, top] = [tile.column * TILE, tile.row * TILE]
    x0 = Math.min(x0, left + bounds.x0)
    y0 = Math.min(y0, top + bounds.y0)
    x1 = Math.max(x1, left + bounds.x1)
    y1 = Math.max(y1, top + bounds.y1)
  }
  return { x0, y0, x1, y1 }
}

/** Whether the pixel that a point lies in belongs to the mask. */
export function maskTilesContain(tiles: MaskTiles, { x, y }: { readonly x: number; readonly y: number }): boolean {
  const [column, row] = [Math.floor(x / TILE), Math.floor(y / TILE)]
  const tile = tiles.find((each) => each.column === column && each.row === row)
  return tile !== undefined && hasPixel(tileBits(tile), Math.floor(x) - column * TILE, Math.floor(y) - row * TILE)
}

export function hasPixel(bits: TileBits, x: number, y: number): boolean {
  return ((at(bits, y * ROW_WORDS + (x >> 5)) >>> (x & 31)) & 1) === 1
}

export function uniteMasks(a: MaskTiles, b: MaskTiles): MaskTiles {
  return combined(a, b, (one, other) => one | other)
}

/** What of `a` does not belong to `b`. */
export function subtractMask(a: MaskTiles, b: MaskTiles): MaskTiles {
  return combined(a, b, (one, other) => one & ~other)
}

export function intersectMasks(a: MaskTiles, b: MaskTiles): MaskTiles {
  return combined(a, b, (one, other) => one & other)
}

/** The part of a mask inside the frame `0…width × 0…height`; the same list when all of it is. */
export function clipMask(tiles: MaskTiles, { width, height }: Size): MaskTiles {
  const { x1, y1 } = maskTilesBounds(tiles)
  if (x1 <= width && y1 <= height) return tiles
  return tiles.flatMap((tile) => {
    const inside = emptyBits()
    const columns = Math.min(TILE, Math.floor(width) - tile.column * TILE)
    const rows = Math.min(TILE, Math.floor(height) - tile.row * TILE)
    if (columns <= 0) return []
    for (let y = 0; y < rows; y++) setPixels(inside, y * TILE, y * TILE + columns)
    return (
      tileOf(
        tile,
        inside.map((word, i) => word & at(tileBits(tile), i)),
      ) ?? []
    )
  })
}

/** Sorted by row, then by column, as a mask holds them. */
export function sortedTiles(tiles: readonly MaskTile[]): MaskTiles {
  return tiles.toSorted((a, b) => a.row - b.row || a.column - b.column)
}

export function sameMask(a: MaskTiles, b: MaskTiles): boolean {
  return a === b || (a.length === b.length && a.every((tile, i) => sameTile(tile, b[i])))
}

function sameTile(a: MaskTile, b: MaskTile | undefined): boolean {
  return a === b || (b !== undefined && a.column === b.column && a.row === b.row && a.runs === b.runs)
}

/** Sets the pixels from one place up to another, counted along the rows. */
export function setPixels(bits: TileBits, from: number, to: number): void {
  if (from >= to) return
  const [first, last] = [from >>> 5, (to - 1) >>> 5]
  const [head, tail] = [-1 << (from & 31), -1 >>> (31 - ((to - 1) & 31))]
  if (first === last) {
    bits[first] = at(bits, first) | (head & tail)
    return
  }
  bits[first] = at(bits, first) | head
  bits.fill(-1, first + 1, last)
  bits[last] = at(bits, last) | tail
}

/** The first pixel from one on, along the rows, that is set or is not; the number of pixels when none is. */
export function nextPixel(bits: TileBits, from: number, value: 0 | 1): number {
  if (from >= PIXELS) return PIXELS
  const flip = value === 1 ? 0 : -1
  let word = from >>> 5
  let rest = (at(bits, word) ^ flip) & (-1 << (from & 31))
  while (rest === 0) {
    word++
    if (word === bits.length) return PIXELS
    rest = at(bits, word) ^ flip
  }
  return word * 32 + 31 - Math.clz32(rest & -rest)
}

type Combine = (a: number, b: number) => number

function combined(a: MaskTiles, b: MaskTiles, combine: Combine): MaskTiles {
  const others = new Map(b.map((tile) => [placeOf(tile), tile]))
  const shared = a.map((tile) => combinedTile(tile, others.get(placeOf(tile)), combine))
  const own = new Set(a.map(placeOf))
  const alone = combine(0, -1) === 0 ? [] : b.filter((tile) => !own.has(placeOf(tile)))
  return sortedTiles([...shared.filter((tile) => tile !== undefined), ...alone])
}

function combinedTile(tile: MaskTile, other: MaskTile | undefined, combine: Combine): MaskTile | undefined {
  if (other === undefined) return combine(-1, 0) === 0 ? undefined : tile
  const [a, b] = [tileBits(tile), tileBits(other)]
  return tileOf(
    tile,
    a.map((word, i) => combine(word, at(b, i))),
  )
}

function placeOf({ column, row }: Pick<MaskTile, 'column' | 'row'>): number {
  return row * (MAX_TILE_PLACE + 1) + column
}

function isBefore(a: MaskTile | undefined, b: MaskTile): boolean {
  return a !== undefined && placeOf(a) < placeOf(b)
}

function factsOf(tile: MaskTile): TileFacts {
  const there = known.get(tile)
  if (there) return there
  const facts = measured(bitsOfRuns(tile.runs))
  known.set(tile, facts)
  return facts
}

function bitsOfRuns(runs: string): TileBits {
  const counts = runLengthsFromText(runs)
  if (!counts.ok) throw new RangeError('The runs of a tile of a mask are not sound')
  const bits = emptyBits()
  let start = 0
  for (const [i, count] of counts.value.entries()) {
    if (i % 2 === 1) setPixels(bits, start, start + count)
    start += count
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
    const word = at(bits, i)
    if (word === 0) continue
    area += bitCount(word)
    across[i % ROW_WORDS] = at(across, i % ROW_WORDS) | word
    const y = Math.floor(i / ROW_WORDS)
    y0 = Math.min(y0, y)
    y1 = y + 1
  }
  const [first, last] = [across.findIndex((word) => word !== 0), across.findLastIndex((word) => word !== 0)]
  if (first < 0) return { bits, area: 0, bounds: { x0: 0, y0: 0, x1: 0, y1: 0 } }
  const left = at(across, first)
  const x0 = first * 32 + 31 - Math.clz32(left & -left)
  return { bits, area, bounds: { x0, y0, x1: last * 32 + 32 - Math.clz32(at(across, last)), y1 } }
}

/** Set bits of a word, by adding neighbours up in parallel. */
function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** One spelling for each tile: no run but the first is empty, and one pixel at least is set. */
function isTileRuns(text: string): boolean {
  const counts = runLengthsFromText(text)
  if (!counts.ok || counts.value.length < 2) return false
  const isWhole = counts.value.reduce((sum, count) => sum + count, 0) === PIXELS
  return isWhole && counts.value.every((count, i) => i === 0 || count > 0) && runLengthsToText(counts.value) === text
}

import { type MaskPixels, maskPixels } from './mask-spans.ts'
import { emptyBits, type TileBits, tileBits } from './masks/mask-tile.ts'
import type { MaskTiles } from './masks/mask-tiles.ts'
import { TILE } from './masks/tile-runs.ts'
import { at, type Ring, type Rings } from './polygon.ts'

const traced = new WeakMap<MaskTiles, Rings>()

/**
 * Returns the borders of a mask along pixel edges, outer ones clockwise on screen, holes counter-clockwise. Filling
 * them restores the mask. Pixels that touch only at a corner are separate parts. The cost grows with the length of the
 * borders, not with the area; the result is cached per list of tiles.
 */
export function ringsOfMask(tiles: MaskTiles): Rings {
  const there = traced.get(tiles)
  if (there) return there
  const rings = traceBorders(tiles)
  traced.set(tiles, rings)
  return rings
}

/** Returns whether the borders are cached. */
export function isTraced(tiles: MaskTiles): boolean {
  return traced.has(tiles)
}

function traceBorders(tiles: MaskTiles): Rings {
  const has = maskPixels(tiles)
  const passed = new Set<number>()
  const rings: Ring[] = []
  const starts = upperEdges(tiles)
  for (let i = 0; i < starts.length; i += 2) {
    const [x, y] = [at(starts, i), at(starts, i + 1)]
    if (!passed.has(keyOf(x, y))) rings.push(traceRing(has, { x, y }, passed))
  }
  return rings
}

interface Corner {
  readonly x: number
  readonly y: number
}

const ROW_WORDS = TILE / 32

/** Returns the left ends of the upper edges of the mask in reading order, as a flat list. Every border has one. */
function upperEdges(tiles: MaskTiles): readonly number[] {
  const rows = Map.groupBy(tiles, ({ row }) => row)
  const starts: number[] = []
  for (const [row, inRow] of rows) {
    const above = new Map(rows.get(row - 1)?.map((tile) => [tile.column, tileBits(tile)]))
    const edged = inRow.map((tile) => ({ column: tile.column, edges: edgesOf(tileBits(tile), above.get(tile.column)) }))
    for (let y = 0; y < TILE; y++) addStarts(starts, edged, { row, y })
  }
  return starts
}

/** Returns the pixels of a tile with no mask pixel above them. */
function edgesOf(bits: TileBits, above: TileBits | undefined): TileBits {
  const edges = emptyBits()
  const lastRow = bits.length - ROW_WORDS
  for (let i = 0; i < ROW_WORDS; i++) edges[i] = (bits[i] ?? 0) & ~(above?.[lastRow + i] ?? 0)
  for (let i = ROW_WORDS; i < bits.length; i++) edges[i] = (bits[i] ?? 0) & ~(bits[i - ROW_WORDS] ?? 0)
  return edges
}

interface Edged {
  readonly column: number
  readonly edges: TileBits
}

/** An upper edge starts where the pixel to its left has none. */
function addStarts(
  starts: number[],
  edged: readonly Edged[],
  { row, y }: { readonly row: number; readonly y: number },
): void {
  let [last, lastColumn] = [0, -2]
  for (const { column, edges } of edged) {
    if (column !== lastColumn + 1) last = 0
    for (let i = 0; i < ROW_WORDS; i++) {
      const word = edges[y * ROW_WORDS + i] ?? 0
      for (let left = word & ~((word << 1) | last); left !== 0; left &= left - 1) {
        starts.push(column * TILE + i * 32 + 31 - Math.clz32(left & -left), row * TILE + y)
      }
      last = word >>> 31
    }
    lastColumn = column
  }
}

/** Steps by heading (right, down, left, up), and offsets from the corner to the pixels ahead on the right and left. */
const STEP_X = [1, 0, -1, 0]
const STEP_Y = [0, 1, 0, -1]
const RIGHT_X = [0, -1, -1, 0]
const RIGHT_Y = [0, 0, -1, -1]
const LEFT_X = [0, 0, -1, -1]
const LEFT_Y = [-1, 0, 0, -1]

/** Walks from a corner to the right, with the mask on the right, until it returns to the start. */
function traceRing(has: MaskPixels, start: Corner, passed: Set<number>): Ring {
  const ring: number[] = []
  let [x, y, heading] = [start.x, start.y, 0]
  do {
    ring.push(x, y)
    if (heading === 0) passed.add(keyOf(x, y))
    let turn = 0
    while (turn === 0) {
      x += at(STEP_X, heading)
      y += at(STEP_Y, heading)
      turn = turnAt(has, { x, y }, heading)
    }
    heading = (heading + turn) % 4
  } while (x !== start.x || y !== start.y || heading !== 0)
  return ring
}

/**
 * Returns the quarter turns to the right: one where the mask ends ahead, three where it also lies ahead on the left.
 */
function turnAt(has: MaskPixels, { x, y }: Corner, heading: number): 0 | 1 | 3 {
  if (!has(x + at(RIGHT_X, heading), y + at(RIGHT_Y, heading))) return 1
  return has(x + at(LEFT_X, heading), y + at(LEFT_Y, heading)) ? 3 : 0
}

/** Enough for a million pixels per side, more than any image has. */
function keyOf(x: number, y: number): number {
  return y * 2 ** 21 + x
}

import { z } from 'zod'
import type { Box } from '../box.ts'
import { at } from '../polygon.ts'
import type { Size } from '../space.ts'
import {
  bitCount,
  emptyBits,
  hasPixel,
  MaskTile,
  setPixels,
  tileBits,
  tileExtent,
  tileOf,
  tilePlace,
} from './mask-tile.ts'
import { TILE } from './tile-runs.ts'

/** An image of four gigapixels has as many tiles. */
const MAX_TILES = 65_536

/** Row by row, each row from the left; no place twice. */
export const MaskTiles = z
  .array(MaskTile)
  .min(1, 'schema-mask-empty')
  .max(MAX_TILES)
  .refine((tiles) => tiles.every((tile, i) => i === 0 || isBefore(tiles[i - 1], tile)), 'schema-mask-unsorted')
  .readonly()
/** A mask of any size: only tiles with a pixel in them, sorted by row, then by column. Values that never change. */
export type MaskTiles = readonly MaskTile[]

/** Area in pixels. */
export function maskTilesArea(tiles: MaskTiles): number {
  return tiles.reduce((sum, tile) => sum + tileExtent(tile).area, 0)
}

/** The smallest box around the pixels. A mask without tiles has none: zeros. */
export function maskTilesBounds(tiles: MaskTiles): Box {
  if (tiles.length === 0) return { x0: 0, y0: 0, x1: 0, y1: 0 }
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const tile of tiles) {
    const { bounds } = tileExtent(tile)
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

export function uniteMasks(a: MaskTiles, b: MaskTiles): MaskTiles {
  return combined(a, b, (one, other) => one | other)
}

/** The pixels of `a` that do not belong to `b`. */
export function subtractMask(a: MaskTiles, b: MaskTiles): MaskTiles {
  return combined(a, b, (one, other) => one & ~other)
}

export function intersectMasks(a: MaskTiles, b: MaskTiles): MaskTiles {
  return combined(a, b, (one, other) => one & other)
}

/** Shared pixels over all pixels of two masks, 0…1; 0 when both are empty. */
export function maskTilesIou(a: MaskTiles, b: MaskTiles): number {
  const shared = sharedArea(a, b)
  const all = maskTilesArea(a) + maskTilesArea(b) - shared
  return all === 0 ? 0 : shared / all
}

function sharedArea(a: MaskTiles, b: MaskTiles): number {
  const others = new Map(b.map((tile) => [tilePlace(tile), tileBits(tile)]))
  let area = 0
  for (const tile of a) {
    const other = others.get(tilePlace(tile))
    const bits = tileBits(tile)
    for (let i = 0; other && i < bits.length; i++) area += bitCount((bits[i] ?? 0) & (other[i] ?? 0))
  }
  return area
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

type Combine = (a: number, b: number) => number

function combined(a: MaskTiles, b: MaskTiles, combine: Combine): MaskTiles {
  const others = new Map(b.map((tile) => [tilePlace(tile), tile]))
  const shared = a.map((tile) => combinedTile(tile, others.get(tilePlace(tile)), combine))
  const own = new Set(a.map(tilePlace))
  const alone = combine(0, -1) === 0 ? [] : b.filter((tile) => !own.has(tilePlace(tile)))
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

function isBefore(a: MaskTile | undefined, b: MaskTile): boolean {
  return a !== undefined && tilePlace(a) < tilePlace(b)
}

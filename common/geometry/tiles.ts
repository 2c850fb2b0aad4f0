import { invertAffine, mapBox, type Orientation, orientationMap } from './affine.ts'
import { type Box, clipBox } from './box.ts'
import type { Size } from './space.ts'

/** Side of a tile in pixels of its level, without the overlap. */
export const TILE_SIDE = 512

/** Images with more pixels than this are cut into tiles. */
export const MOST_UNCUT_PIXELS = 16_000_000

/** Overlap of neighboring tiles in pixels of their level, so that no seam shows. */
export const TILE_OVERLAP = 1

/** An image as tiles at full size (level 0), half of it (level 1), and so on. The grid follows the stored frame. */
export interface TilePyramid {
  /** Size in the file, before it is oriented for display. */
  readonly stored: Size
  readonly orientation: Orientation
  readonly levels: number
}

export interface TilePlace {
  readonly level: number
  readonly column: number
  readonly row: number
}

/** Returns the size of a level. Pixel (x, y) of a level covers the 2ˡᵉᵛᵉˡ × 2ˡᵉᵛᵉˡ pixels from (x, y) · 2ˡᵉᵛᵉˡ. */
export function levelSize({ width, height }: Size, level: number): Size {
  return { width: Math.ceil(width / 2 ** level), height: Math.ceil(height / 2 ** level) }
}

export function tileCounts({ stored }: Pick<TilePyramid, 'stored'>, level: number) {
  const { width, height } = levelSize(stored, level)
  return { columns: Math.ceil(width / TILE_SIDE), rows: Math.ceil(height / TILE_SIDE) }
}

export function hasTile(pyramid: TilePyramid, { level, column, row }: TilePlace): boolean {
  if (level >= pyramid.levels) return false
  const { columns, rows } = tileCounts(pyramid, level)
  return column < columns && row < rows
}

/** Returns the box of a tile on the displayed image, in image pixels. */
export function tileBox({ stored, orientation }: TilePyramid, { level, column, row }: TilePlace): Box {
  const { width, height } = levelSize(stored, level)
  const unit = 2 ** level
  const from = (at: number) => Math.max(0, at * TILE_SIDE - TILE_OVERLAP) * unit
  const to = (at: number, length: number) => Math.min(length, (at + 1) * TILE_SIDE + TILE_OVERLAP) * unit
  const box = { x0: from(column), y0: from(row), x1: to(column, width), y1: to(row, height) }
  // The last pixel of a level may cover fewer pixels than the others.
  const inside = { ...box, x1: Math.min(box.x1, stored.width), y1: Math.min(box.y1, stored.height) }
  return mapBox(orientationMap(orientation, stored), inside)
}

/** Returns the tiles of a level that touch a box of the displayed image (image pixels), row by row. */
export function tilesIn(pyramid: TilePyramid, level: number, box: Box): readonly TilePlace[] {
  const back = invertAffine(orientationMap(pyramid.orientation, pyramid.stored))
  const inside = back && clipBox(mapBox(back, box), pyramid.stored)
  if (!inside) return []
  const side = TILE_SIDE * 2 ** level
  const { columns, rows } = tileCounts(pyramid, level)
  const places: TilePlace[] = []
  for (let row = Math.floor(inside.y0 / side); row < Math.min(rows, Math.ceil(inside.y1 / side)); row++) {
    for (let column = Math.floor(inside.x0 / side); column < Math.min(columns, Math.ceil(inside.x1 / side)); column++) {
      places.push({ level, column, row })
    }
  }
  return places
}

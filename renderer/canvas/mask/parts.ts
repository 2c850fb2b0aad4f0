import { type TileBits, tileBits } from '#common/geometry/masks/mask-tile'
import type { MaskTiles } from '#common/geometry/masks/mask-tiles'

/** The pixels of a mask in one tile of the image's grid. The same bits stand for the same pixels for as long as they are the same object. */
export interface MaskPart {
  readonly column: number
  readonly row: number
  readonly bits: TileBits
}

const known = new WeakMap<MaskTiles, readonly MaskPart[]>()

/** The same parts for the same mask. */
export function partsOf(tiles: MaskTiles): readonly MaskPart[] {
  const last = known.get(tiles)
  if (last) return last
  const parts = tiles.map((tile) => ({ column: tile.column, row: tile.row, bits: tileBits(tile) }))
  known.set(tiles, parts)
  return parts
}

import { type TileBits, tileBits } from '#common/geometry/masks/mask-tile'
import type { MaskTiles } from '#common/geometry/masks/mask-tiles'

/**
 * The pixels of a mask in one tile of the image's grid. The `bits` object is never changed, so it identifies its
 * pixels.
 */
export interface MaskPart {
  readonly column: number
  readonly row: number
  readonly bits: TileBits
}

const known = new WeakMap<MaskTiles, readonly MaskPart[]>()

/** Returns the parts of a mask, cached per mask. */
export function partsOf(tiles: MaskTiles): readonly MaskPart[] {
  const last = known.get(tiles)
  if (last) return last
  const parts = tiles.map((tile) => ({ column: tile.column, row: tile.row, bits: tileBits(tile) }))
  known.set(tiles, parts)
  return parts
}

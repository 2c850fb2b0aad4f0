import { z } from 'zod'
import { type MaskTile, TilePlace, TileRuns } from '../geometry/masks/mask-tile.ts'
import { MaskTiles, sortedTiles } from '../geometry/masks/mask-tiles.ts'
import { ShapeId } from '../ids.ts'
import type { MaskShape } from './shape.ts'

/** Change of one mask tile by one gesture, as runs; null for an empty tile. */
const TileChange = z
  .object({ column: TilePlace, row: TilePlace, before: TileRuns.nullable(), after: TileRuns.nullable() })
  .readonly()

/**
 * Pixels that one gesture painted or erased on a mask. It only has the changed tiles, so that a dab on a large mask
 * stays small in the history. A mask that becomes empty is deleted by a change instead.
 */
export const MaskStroke = z
  .object({ id: ShapeId, tiles: z.array(TileChange).min(1).max(65_536).readonly() })
  .refine(({ tiles }) => new Set(tiles.map(placeOf)).size === tiles.length, 'A stroke names a tile twice')
  .readonly()
export type MaskStroke = z.infer<typeof MaskStroke>

/**
 * Returns the mask after a stroke; undefined when it is not the one that the stroke was made on, or would become empty.
 */
export function strokedMask(shape: MaskShape, { tiles }: MaskStroke): MaskShape | undefined {
  const after = new Map(shape.tiles.map((tile) => [placeOf(tile), tile]))
  for (const change of tiles) {
    const place = placeOf(change)
    if ((after.get(place)?.runs ?? null) !== change.before) return undefined
    if (change.after === null) after.delete(place)
    else after.set(place, { column: change.column, row: change.row, runs: change.after })
  }
  return after.size === 0 ? undefined : { ...shape, tiles: sortedTiles([...after.values()]) }
}

export function invertStroke({ id, tiles }: MaskStroke): MaskStroke {
  return { id, tiles: tiles.map(({ column, row, before, after }) => ({ column, row, before: after, after: before })) }
}

/** Returns the stroke that turns one mask into another; undefined when they are equal. */
export function strokeBetween(id: ShapeId, before: MaskTiles, after: MaskTiles): MaskStroke | undefined {
  const [old, made] = [byPlace(before), byPlace(after)]
  const tiles = [...new Set([...old.keys(), ...made.keys()])].flatMap((place) => {
    const [was, is] = [old.get(place), made.get(place)]
    const at = is ?? was
    if (at === undefined || was?.runs === is?.runs) return []
    return { column: at.column, row: at.row, before: was?.runs ?? null, after: is?.runs ?? null }
  })
  return tiles.length === 0 ? undefined : { id, tiles }
}

function byPlace(tiles: MaskTiles): Map<string, MaskTile> {
  return new Map(tiles.map((tile) => [placeOf(tile), tile]))
}

function placeOf({ column, row }: Pick<MaskTile, 'column' | 'row'>): string {
  return `${column},${row}`
}

import type { Span } from '../mask-spans.ts'
import { emptyBits, type MaskTile, setPixels, type TileBits, tileBits, tileOf, tilePlace } from '../masks/mask-tile.ts'
import { type MaskTiles, sortedTiles } from '../masks/mask-tiles.ts'
import { TILE } from '../masks/tile-runs.ts'
import { at } from '../polygon.ts'
import type { Size } from '../space.ts'

/** Pixels of one tile that are not encoded yet, which makes painting cheap. */
export interface InkTile {
  readonly column: number
  readonly row: number
  readonly bits: TileBits
}

/** Pixels by tile position. Immutable: additions go into new tiles, and all others stay the same objects. */
export type Ink = ReadonlyMap<number, InkTile>

export const NO_INK: Ink = new Map()

/** Returns the ink with spans added, clipped to the frame. */
export function inked(ink: Ink, spans: Iterable<Span>, { width, height }: Size): Ink {
  const fresh = new Map<number, InkTile>()
  for (const { y, x0, x1 } of spans) {
    if (y < 0 || y >= height) continue
    const [left, right] = [Math.max(0, x0), Math.min(width, x1)]
    const row = Math.floor(y / TILE)
    for (let column = Math.floor(left / TILE); column * TILE < right; column++) {
      const offset = (y % TILE) * TILE - column * TILE
      const { bits } = freshTile(fresh, ink, { column, row })
      setPixels(bits, offset + Math.max(left, column * TILE), offset + Math.min(right, (column + 1) * TILE))
    }
  }
  return fresh.size === 0 ? ink : new Map([...ink, ...fresh])
}

/** Copies the existing tile, once per brush stroke. */
function freshTile(fresh: Map<number, InkTile>, ink: Ink, place: Pick<InkTile, 'column' | 'row'>): InkTile {
  const key = tilePlace(place)
  const there = fresh.get(key)
  if (there) return there
  const tile = { ...place, bits: ink.get(key)?.bits.slice() ?? emptyBits() }
  fresh.set(key, tile)
  return tile
}

/** Returns the pixels of a mask as ink. */
export function inkOfMask(tiles: MaskTiles): Ink {
  return new Map(tiles.map((tile) => [tilePlace(tile), { column: tile.column, row: tile.row, bits: tileBits(tile) }]))
}

/** Returns the ink without the pixels of some masks. */
export function inkBeside(ink: Ink, masks: readonly MaskTiles[]): Ink {
  const left = new Map(ink)
  for (const tile of masks.flat()) {
    const place = tilePlace(tile)
    const there = left.get(place)
    if (there) left.set(place, { ...there, bits: without(there.bits, tileBits(tile)) })
  }
  return left
}

/** Effect of the ink on a mask. */
export type InkVerb = 'add' | 'remove'

/** Returns the tiles that the ink touches, after it is applied. */
export function inkedTiles(tiles: MaskTiles, ink: Ink, verb: InkVerb): readonly InkTile[] {
  const there = new Map(tiles.map((tile) => [tilePlace(tile), tile]))
  return [...ink].flatMap(([place, { column, row, bits }]) => {
    const tile = there.get(place)
    if (!tile) return verb === 'remove' ? [] : { column, row, bits }
    return { column, row, bits: verb === 'add' ? united(tileBits(tile), bits) : without(tileBits(tile), bits) }
  })
}

const united = remembered((a, b) => a.map((word, i) => word | at(b, i)))
const without = remembered((a, b) => a.map((word, i) => word & ~at(b, i)))

type Combine = (a: TileBits, b: TileBits) => TileBits

/**
 * Caches results by operand identity: painted tiles are requested for every frame, and drawn again only where they
 * differ.
 */
function remembered(combine: Combine): Combine {
  const known = new WeakMap<TileBits, WeakMap<TileBits, TileBits>>()
  return (a, b) => {
    const others = known.get(a) ?? new WeakMap<TileBits, TileBits>()
    known.set(a, others)
    const bits = others.get(b) ?? combine(a, b)
    others.set(b, bits)
    return bits
  }
}

/** Adds the ink to the mask or removes it. Unchanged tiles stay the same objects. */
export function inkedMask(tiles: MaskTiles, ink: Ink, verb: InkVerb): MaskTiles {
  const before = new Map(tiles.map((tile) => [tilePlace(tile), tile]))
  const after = new Map<number, MaskTile>(before)
  for (const { column, row, bits } of inkedTiles(tiles, ink, verb)) {
    const place = tilePlace({ column, row })
    const tile = tileOf({ column, row }, bits)
    const old = before.get(place)
    if (!tile) after.delete(place)
    else if (tile.runs !== old?.runs) after.set(place, tile)
  }
  return sortedTiles([...after.values()])
}

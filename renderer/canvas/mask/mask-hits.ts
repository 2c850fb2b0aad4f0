import type { Box } from '#common/geometry/box'
import { nextPixel, tileBits } from '#common/geometry/masks/mask-tile'
import { type MaskTiles, maskTilesContain } from '#common/geometry/masks/mask-tiles'
import { TILE } from '#common/geometry/masks/tile-runs'
import type { ImagePoint } from '#common/geometry/space'

/** Directions in which to look for a mask near a point. */
const AROUND = Array.from({ length: 16 }, (_, i) => ({
  x: Math.cos((i * Math.PI) / 8),
  y: Math.sin((i * Math.PI) / 8),
}))

/** Returns whether a point lies on a mask, or within `slack` image pixels of it. */
export function isMaskNear(tiles: MaskTiles, point: ImagePoint, slack: number): boolean {
  const has = (x: number, y: number) => maskTilesContain(tiles, { x, y })
  return has(point.x, point.y) || AROUND.some(({ x, y }) => has(point.x + x * slack, point.y + y * slack))
}

/** Returns whether the box touches any pixel of the mask. */
export function hasPixelsIn(tiles: MaskTiles, { x0, y0, x1, y1 }: Box): boolean {
  return tiles.some((tile) => {
    const [left, top] = [tile.column * TILE, tile.row * TILE]
    const [from, to] = [Math.max(0, Math.floor(x0) - left), Math.min(TILE, Math.ceil(x1) - left)]
    const [first, last] = [Math.max(0, Math.floor(y0) - top), Math.min(TILE, Math.ceil(y1) - top)]
    if (from >= to) return false
    const bits = tileBits(tile)
    for (let y = first; y < last; y++) if (nextPixel(bits, y * TILE + from, 1) < y * TILE + to) return true
    return false
  })
}

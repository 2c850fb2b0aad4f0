import { orientedSize } from '#common/geometry/affine'
import type { Box } from '#common/geometry/box'
import type { ImagePoint, Size, Viewport } from '#common/geometry/space'
import { TILE_SIDE, type TilePlace, type TilePyramid, tileBox, tilesIn } from '#common/geometry/tiles'
import { visibleBox } from '../viewport.ts'

/** The visible part of an image, and the resolution it needs. */
export interface Sight {
  readonly viewport: Viewport
  readonly view: Size
  /** Device pixels per view pixel. */
  readonly density: number
  /** Center of attention, in image pixels; tiles near it are loaded first. */
  readonly focus: ImagePoint
}

export interface WantedTiles {
  /** Visible tiles, nearest to the focus first. */
  readonly inView: readonly TilePlace[]
  /** One ring of tiles around them, in the same order, so that a small pan shows no gap. */
  readonly around: readonly TilePlace[]
}

const NONE: WantedTiles = { inView: [], around: [] }

/** Returns the coarsest level that has at least one pixel for every device pixel. */
export function levelFor({ levels }: Pick<TilePyramid, 'levels'>, devicePixelsPerPixel: number): number {
  const halvings = Math.floor(Math.log2(1 / devicePixelsPerPixel))
  return Math.min(levels - 1, Math.max(0, halvings))
}

/** Returns the tiles that a view needs beyond the whole image, whose longer side has `shownSide` pixels. */
export function wantedTiles(pyramid: TilePyramid, sight: Sight, shownSide: number): WantedTiles {
  const { width, height } = orientedSize(pyramid.orientation, pyramid.stored)
  const scale = sight.viewport.scale * sight.density
  if (Math.max(width, height) * scale <= shownSide) return NONE
  const level = levelFor(pyramid, scale)
  const box = visibleBox(sight.viewport, sight.view)
  const isNear = byDistance(pyramid, sight.focus)
  const inView = tilesIn(pyramid, level, box).toSorted(isNear)
  const seen = new Set(inView.map(placeKey))
  const ring = tilesIn(pyramid, level, grown(box, TILE_SIDE * 2 ** level))
  return { inView, around: ring.filter((place) => !seen.has(placeKey(place))).toSorted(isNear) }
}

export function placeKey({ level, column, row }: TilePlace): string {
  return `${level}/${column}/${row}`
}

function byDistance(pyramid: TilePyramid, { x, y }: ImagePoint): (a: TilePlace, b: TilePlace) => number {
  const distance = (place: TilePlace) => {
    const { x0, y0, x1, y1 } = tileBox(pyramid, place)
    return Math.hypot((x0 + x1) / 2 - x, (y0 + y1) / 2 - y)
  }
  return (a, b) => distance(a) - distance(b)
}

function grown({ x0, y0, x1, y1 }: Box, by: number): Box {
  return { x0: x0 - by, y0: y0 - by, x1: x1 + by, y1: y1 + by }
}

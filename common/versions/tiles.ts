import type { Size } from '../geometry/space.ts'
import type { Tile } from './preprocessing.ts'

/** From one pixel edge to another along one side; it may end beyond the image. */
export interface Span {
  readonly start: number
  readonly end: number
}

interface Grid {
  readonly rows: readonly Span[]
  readonly columns: readonly Span[]
}

/** Where the tiles of an image lie, in its pixels. A grid without padding covers the image exactly. */
export function tileSpans(tile: Tile, { width, height }: Size): Grid {
  if ('rows' in tile) return { rows: equalSpans(height, tile.rows), columns: equalSpans(width, tile.columns) }
  const side =
    tile.mode === 'fixed_size'
      ? { width: tile.tileWidth, height: tile.tileHeight }
      : aspectTile(tile, { width, height })
  const repeated = { share: shareOf(tile.overlap), isMovedBack: tile.padding === 'none' }
  return {
    rows: repeatedSpans(height, { ...repeated, tile: side.height }),
    columns: repeatedSpans(width, { ...repeated, tile: side.width }),
  }
}

/** The tile fills one side of the image, and its proportions give the other. */
function aspectTile({ aspectRatio, span }: Extract<Tile, { mode: 'fixed_aspect' }>, { width, height }: Size): Size {
  return span === 'width'
    ? { width, height: Math.max(1, Math.round(width / aspectRatio)) }
    : { width: Math.max(1, Math.round(height * aspectRatio)), height }
}

/** Edges `round(i · size / count)`; spans that would be empty in a tiny image are left out. */
function equalSpans(size: number, count: number): readonly Span[] {
  const edge = (index: number) => Math.round((index * size) / count)
  const spans = Array.from({ length: count }, (_, index) => ({ start: edge(index), end: edge(index + 1) }))
  return spans.filter(({ start, end }) => end > start)
}

interface Repeated {
  readonly tile: number
  /** Of the tile's side, shared with the next. */
  readonly share: number
  /** The last tile ends at the edge instead of reaching beyond it. */
  readonly isMovedBack: boolean
}

function repeatedSpans(size: number, { tile, share, isMovedBack }: Repeated): readonly Span[] {
  if (isMovedBack && tile >= size) return [{ start: 0, end: size }]
  const stride = Math.max(1, Math.round(tile * (1 - share)))
  const count = tile >= size ? 1 : Math.ceil((size - tile) / stride) + 1
  return Array.from({ length: count }, (_, index) => {
    const start = isMovedBack ? Math.min(index * stride, size - tile) : index * stride
    return { start, end: start + tile }
  })
}

/** Below 1 a share, from 1 on percent. */
function shareOf(overlap: number): number {
  return overlap < 1 ? overlap : overlap / 100
}

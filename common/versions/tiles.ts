import type { Size } from '../geometry/space.ts'
import type { Tile } from './preprocessing.ts'

/** From one pixel edge to another along one side; the end may be outside the image. */
export interface Span {
  readonly start: number
  readonly end: number
}

interface Grid {
  readonly rows: readonly Span[]
  readonly columns: readonly Span[]
}

/** Returns the tiles of an image, in its pixels. A grid without padding covers the image exactly. */
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

/** The tile spans one side of the image, and its aspect ratio gives the other. */
function aspectTile({ aspectRatio, span }: Extract<Tile, { mode: 'fixed_aspect' }>, { width, height }: Size): Size {
  return span === 'width'
    ? { width, height: Math.max(1, Math.round(width / aspectRatio)) }
    : { width: Math.max(1, Math.round(height * aspectRatio)), height }
}

/** Returns spans with edges at `round(i · size / count)`, without the empty ones in a tiny image. */
function equalSpans(size: number, count: number): readonly Span[] {
  const edge = (index: number) => Math.round((index * size) / count)
  const spans = Array.from({ length: count }, (_, index) => ({ start: edge(index), end: edge(index + 1) }))
  return spans.filter(({ start, end }) => end > start)
}

interface Repeated {
  readonly tile: number
  /** Overlap with the next tile, as a fraction of the side. */
  readonly share: number
  /** Whether the last tile is moved back to the edge instead of extending beyond it. */
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

/** Below 1 a fraction, from 1 on a percentage. */
function shareOf(overlap: number): number {
  return overlap < 1 ? overlap : overlap / 100
}

import {
  emptyBits,
  hasPixel,
  type MaskTile,
  nextPixel,
  setPixels,
  type TileBits,
  tileBits,
  tileOf,
} from './masks/mask-tile.ts'
import { intersectMasks, type MaskTiles, sortedTiles, uniteMasks } from './masks/mask-tiles.ts'
import { TILE } from './masks/tile-runs.ts'
import { at } from './polygon.ts'
import type { Size } from './space.ts'

/** A run of pixels in one row, from `x0` up to but not including `x1`. */
export interface Span {
  readonly y: number
  readonly x0: number
  readonly x1: number
}

/** Returns the maximal spans of a mask from the top, and within a row from the left. */
export function maskSpans(tiles: MaskTiles): Span[] {
  const rows = [...Map.groupBy(tiles, ({ row }) => row)].toSorted(([a], [b]) => a - b)
  return rows.flatMap(([, inRow]) => {
    const spans: Span[][] = Array.from({ length: TILE }, () => [])
    for (const tile of inRow) addTile(spans, tile)
    return spans.flat()
  })
}

/** Runs continue from row to row in a tile; spans continue from tile to tile in a row. */
function addTile(spans: Span[][], tile: MaskTile): void {
  const bits = tileBits(tile)
  for (let from = nextPixel(bits, 0, 1); from < TILE * TILE; ) {
    const to = nextPixel(bits, from, 0)
    for (let start = from; start < to; ) {
      const end = Math.min(to, (Math.floor(start / TILE) + 1) * TILE)
      addStretch(spans, tile, { start, end })
      start = end
    }
    from = nextPixel(bits, to, 1)
  }
}

/** `start` and `end` count pixels along the rows of the tile. */
function addStretch(spans: Span[][], tile: MaskTile, { start, end }: { start: number; end: number }): void {
  const row = Math.floor(start / TILE)
  const left = tile.column * TILE - row * TILE
  const inRow = spans[row]
  const before = inRow?.at(-1)
  if (before?.x1 === left + start) inRow?.splice(-1, 1, { ...before, x1: left + end })
  else inRow?.push({ y: tile.row * TILE + row, x0: left + start, x1: left + end })
}

/** Returns whether the pixel at a column and row belongs to a mask. */
export type MaskPixels = (x: number, y: number) => boolean

/** For many queries. Caches the last tile, since neighboring pixels mostly share one. */
export function maskPixels(tiles: MaskTiles): MaskPixels {
  const rows = new Map<number, Map<number, TileBits>>()
  for (const tile of tiles) {
    rows.set(tile.row, (rows.get(tile.row) ?? new Map<number, TileBits>()).set(tile.column, tileBits(tile)))
  }
  let last: { column: number; row: number; bits: TileBits | undefined } = { column: -1, row: -1, bits: undefined }
  return (x, y) => {
    const [column, row] = [x >> 8, y >> 8]
    if (column !== last.column || row !== last.row) last = { column, row, bits: rows.get(row)?.get(column) }
    return last.bits !== undefined && hasPixel(last.bits, x & 255, y & 255)
  }
}

/** Returns the mask of spans in any order, clipped to the frame. Spans may overlap. */
export function maskOfSpans(spans: Iterable<Span>, { width, height }: Size): MaskTiles {
  const canvas = new Map<number, Map<number, TileBits>>()
  for (const { y, x0, x1 } of spans) {
    if (y < 0 || y >= height) continue
    const [left, right] = [Math.max(0, x0), Math.min(width, x1)]
    for (let column = Math.floor(left / TILE); column * TILE < right; column++) {
      const offset = (y % TILE) * TILE - column * TILE
      const start = Math.max(left, column * TILE)
      setPixels(
        bitsAt(canvas, Math.floor(y / TILE), column),
        offset + start,
        offset + Math.min(right, (column + 1) * TILE),
      )
    }
  }
  const tiles = [...canvas].flatMap(([row, inRow]) => [...inRow].map(([column, bits]) => tileOf({ column, row }, bits)))
  return sortedTiles(tiles.filter((tile) => tile !== undefined))
}

function bitsAt(canvas: Map<number, Map<number, TileBits>>, row: number, column: number): TileBits {
  const inRow = canvas.get(row) ?? new Map<number, TileBits>()
  const bits = inRow.get(column) ?? emptyBits()
  canvas.set(row, inRow.set(column, bits))
  return bits
}

/** Shifts the mask by whole pixels; pixels outside the frame are dropped. */
export function moveMask(tiles: MaskTiles, by: { readonly x: number; readonly y: number }, frame: Size): MaskTiles {
  const moved = maskSpans(tiles).map(({ y, x0, x1 }) => ({ y: y + by.y, x0: x0 + by.x, x1: x1 + by.x }))
  return maskOfSpans(moved, frame)
}

const NEIGHBOURS = [
  { x: 1, y: 0 },
  { x: -1, y: 0 },
  { x: 0, y: 1 },
  { x: 0, y: -1 },
] as const

/** Dilates the mask by the pixels of the frame that share an edge with it. */
export function growMask(tiles: MaskTiles, frame: Size): MaskTiles {
  return NEIGHBOURS.reduce((grown, by) => uniteMasks(grown, moveMask(tiles, by, frame)), tiles)
}

/** Erodes the mask by the pixels that share an edge with the background or with the outside of the frame. */
export function shrinkMask(tiles: MaskTiles, frame: Size): MaskTiles {
  return NEIGHBOURS.reduce((left, by) => intersectMasks(left, moveMask(tiles, by, frame)), tiles)
}

/** Returns the 4-connected parts of a mask, the largest first. */
export function maskParts(tiles: MaskTiles, frame: Size): readonly MaskTiles[] {
  const spans = maskSpans(tiles)
  const parts = Map.groupBy(spans, labelled(spans, 0))
  return [...parts.values()].toSorted((a, b) => lengthOf(b) - lengthOf(a)).map((part) => maskOfSpans(part, frame))
}

/** Fills all holes, or those of up to `most` pixels. A diagonal gap connects a hole to the outside. */
export function fillHoles(tiles: MaskTiles, frame: Size, most = Infinity): MaskTiles {
  const spans = maskSpans(tiles)
  const gaps = gapsBetween(spans)
  const outside = gaps[0]
  if (outside === undefined) return tiles
  const labelOf = labelled(gaps, 1)
  const areas = Map.groupBy(gaps, labelOf)
  const holes = [...areas].filter(([label, hole]) => label !== labelOf(outside) && lengthOf(hole) <= most)
  return holes.length === 0 ? tiles : maskOfSpans([...spans, ...holes.flatMap(([, hole]) => hole)], frame)
}

/**
 * Returns the background in the bounds of the mask, extended by one pixel on each side. The first span is outside all
 * parts.
 */
function gapsBetween(spans: readonly Span[]): Span[] {
  const [first, last] = [spans[0], spans.at(-1)]
  if (first === undefined || last === undefined) return []
  const left = spans.reduce((x, { x0 }) => Math.min(x, x0), Infinity) - 1
  const right = spans.reduce((x, { x1 }) => Math.max(x, x1), -Infinity) + 1
  const rows = Map.groupBy(spans, ({ y }) => y)
  const gaps: Span[] = []
  for (let y = first.y - 1; y <= last.y + 1; y++) {
    let from = left
    for (const { x0, x1 } of rows.get(y) ?? []) {
      if (x0 > from) gaps.push({ y, x0: from, x1: x0 })
      from = x1
    }
    gaps.push({ y, x0: from, x1: right })
  }
  return gaps
}

/**
 * Returns a labeling of connected spans: those in neighboring rows with a common column, or with `reach` 1 a common
 * corner. The spans must be in order.
 */
function labelled(spans: readonly Span[], reach: 0 | 1): (span: Span) => number {
  const parents = Int32Array.from(spans, (_, index) => index)
  const rows = [...Map.groupBy(spans.keys(), (index) => spans[index]?.y ?? 0)]
  for (const [place, [y, indices]] of rows.entries()) {
    const above = rows[place - 1]
    if (above?.[0] === y - 1) joinRows(parents, { spans, above: above[1], below: indices, reach })
  }
  const labels = new Map(spans.map((span, index) => [span, rootOf(parents, index)]))
  return (span) => labels.get(span) ?? -1
}

interface Neighbours {
  readonly spans: readonly Span[]
  readonly above: readonly number[]
  readonly below: readonly number[]
  readonly reach: 0 | 1
}

/** Walks both rows from the left simultaneously. */
function joinRows(parents: Int32Array, { spans, above, below, reach }: Neighbours): void {
  for (let [a, b] = [0, 0]; a < above.length && b < below.length; ) {
    const [i, j] = [at(above, a), at(below, b)]
    const [upper, lower] = [spans[i], spans[j]]
    if (upper === undefined || lower === undefined) return
    if (upper.x0 < lower.x1 + reach && lower.x0 < upper.x1 + reach) parents[rootOf(parents, i)] = rootOf(parents, j)
    if (upper.x1 < lower.x1) a++
    else b++
  }
}

function rootOf(parents: Int32Array, index: number): number {
  let root = index
  while (at(parents, root) !== root) {
    parents[root] = at(parents, at(parents, root))
    root = at(parents, root)
  }
  return root
}

function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { x0, x1 }) => sum + x1 - x0, 0)
}

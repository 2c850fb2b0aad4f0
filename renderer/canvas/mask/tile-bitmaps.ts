import { nextPixel, type TileBits } from '#common/geometry/masks/mask-tile'
import { TILE } from '#common/geometry/masks/tile-runs'
import { rgbaOf } from '../gpu/color.ts'
import { cellCounts } from './cell-counts.ts'

/** Power of two by which a tile is downsampled: every pixel, every second, fourth or eighth. */
export type Shrink = 0 | 1 | 2 | 3

/** Limit for all bitmaps together, in bytes. Those drawn least recently are freed first. */
const MOST_BYTES = 96 * 1024 * 1024

interface Kept {
  readonly color: string
  readonly shrink: Shrink
  readonly bitmap: ImageBitmap | 'full'
}

const kept = new Map<TileBits, Kept>()
let keptBytes = 0

/**
 * Returns the tile in a color, downsampled by `shrink` or one step less; `full` if every pixel belongs to the mask.
 */
export function tileBitmap(bits: TileBits, color: string, shrink: Shrink): ImageBitmap | 'full' {
  const last = kept.get(bits)
  kept.delete(bits)
  const now = last && serves(last, color, shrink) ? last : made(bits, color, shrink)
  if (now !== last) keptBytes += bytesOf(now) - (last ? drop(last) : 0)
  kept.set(bits, now)
  forgetOldest()
  return now.bitmap
}

function serves(last: Kept, color: string, shrink: Shrink): boolean {
  if (last.bitmap === 'full') return true
  return last.color === color && (last.shrink === shrink || last.shrink === shrink - 1)
}

function bytesOf({ bitmap, shrink }: Kept): number {
  return bitmap === 'full' ? 0 : 4 * (TILE >> shrink) ** 2
}

function forgetOldest(): void {
  for (const [bits, oldest] of kept) {
    if (keptBytes <= MOST_BYTES) return
    keptBytes -= drop(oldest)
    kept.delete(bits)
  }
}

/** Frees the bitmap and returns its size in bytes. */
function drop(dropped: Kept): number {
  if (dropped.bitmap !== 'full') dropped.bitmap.close()
  return bytesOf(dropped)
}

function made(bits: TileBits, color: string, shrink: Shrink): Kept {
  if (nextPixel(bits, 0, 0) === TILE * TILE) return { color, shrink, bitmap: 'full' }
  const { canvas, ctx, pixels, words } = surfaceOf(shrink)
  const [red, green, blue] = rgbaOf(color).map((share) => Math.round(share * 255))
  const rgb = (red ?? 0) | ((green ?? 0) << 8) | ((blue ?? 0) << 16)
  words.fill(0)
  if (shrink === 0) fillPixels(words, bits, (rgb | (255 << 24)) >>> 0)
  else fillCells(words, cellCounts(bits, shrink), { rgb, shrink })
  ctx.putImageData(pixels, 0, 0)
  return { color, shrink, bitmap: canvas.transferToImageBitmap() }
}

interface DrawingSurface {
  readonly canvas: OffscreenCanvas
  readonly ctx: OffscreenCanvasRenderingContext2D
  readonly pixels: ImageData
  /** The same pixels, one word each. */
  readonly words: Uint32Array
}

const surfaces = new Map<Shrink, DrawingSurface>()

/** All tiles are drawn on one canvas and copied from it: creating a canvas takes longer than drawing a tile. */
function surfaceOf(shrink: Shrink): DrawingSurface {
  const there = surfaces.get(shrink)
  if (there) return there
  const canvas = new OffscreenCanvas(TILE >> shrink, TILE >> shrink)
  const ctx = canvas.getContext('2d')
  if (!ctx) throw new Error('There is no canvas to draw masks on')
  const pixels = new ImageData(canvas.width, canvas.height)
  const surface = { canvas, ctx, pixels, words: new Uint32Array(pixels.data.buffer) }
  surfaces.set(shrink, surface)
  return surface
}

/** Fills the runs of set pixels, row by row. */
function fillPixels(words: Uint32Array, bits: TileBits, color: number): void {
  for (let from = nextPixel(bits, 0, 1); from < TILE * TILE; ) {
    const to = nextPixel(bits, from, 0)
    words.fill(color, from, to)
    from = nextPixel(bits, to, 1)
  }
}

/** The opacity of a cell is the fraction of its pixels that is set. */
function fillCells(
  words: Uint32Array,
  counts: Uint8Array,
  { rgb, shrink }: { readonly rgb: number; readonly shrink: Shrink },
): void {
  const most = 1 << (2 * shrink)
  const shades = Uint32Array.from({ length: most + 1 }, (_, count) =>
    count === 0 ? 0 : rgb | (Math.round((255 * count) / most) << 24),
  )
  for (let place = 0; place < counts.length; place++) words[place] = shades[counts[place] ?? 0] ?? 0
}

import { nextPixel, type TileBits } from '#common/geometry/masks/mask-tile'
import { TILE } from '#common/geometry/masks/tile-runs'
import { rgbaOf } from '../gpu/color.ts'
import { cellCounts } from './cell-counts.ts'

/** Every pixel, every second one across and down, every fourth … of a tile. */
export type Shrink = 0 | 1 | 2 | 3

/** All bitmaps together, in bytes; those that were not drawn for longest go first. */
const MOST_BYTES = 96 * 1024 * 1024

interface Kept {
  readonly color: string
  readonly shrink: Shrink
  readonly bitmap: ImageBitmap | 'full'
}

const kept = new Map<TileBits, Kept>()
let keptBytes = 0

/** The tile in a colour, its pixels run together where it is shrunk, perhaps one step finer than asked for; `full` where every pixel belongs to the mask. */
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

/** Gives its memory back at once; answers how many bytes that is. */
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
  /** The same pixels, a number each. */
  readonly words: Uint32Array
}

const surfaces = new Map<Shrink, DrawingSurface>()

/** All tiles are drawn at one place and taken away from there: a canvas of its own for each takes longer than its pixels. */
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

/** Runs along the rows, one after the other. */
function fillPixels(words: Uint32Array, bits: TileBits, color: number): void {
  for (let from = nextPixel(bits, 0, 1); from < TILE * TILE; ) {
    const to = nextPixel(bits, from, 0)
    words.fill(color, from, to)
    from = nextPixel(bits, to, 1)
  }
}

/** A cell is as strong as many of its pixels are set. */
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

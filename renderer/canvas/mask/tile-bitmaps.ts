import { bitCount, nextPixel, TILE, type TileBits } from '#common/geometry/mask-tile'
import { rgbaOf } from '../gpu/color.ts'

/** Every pixel, every second one across and down, every fourth … of a tile. */
export type Shrink = 0 | 1 | 2 | 3

/** All bitmaps together, in bytes; those that were not drawn for longest go first. */
const MOST_BYTES = 96 * 1024 * 1024

interface Kept {
  readonly color: string
  readonly shrink: Shrink
  readonly bitmap: OffscreenCanvas | 'full'
}

const kept = new Map<TileBits, Kept>()
let keptBytes = 0

/** The tile in a colour, its pixels run together where it is shrunk, perhaps one step finer than asked for; `full` where every pixel belongs to the mask. */
export function tileBitmap(bits: TileBits, color: string, shrink: Shrink): OffscreenCanvas | 'full' {
  const last = kept.get(bits)
  kept.delete(bits)
  const now = last && serves(last, color, shrink) ? last : made(bits, color, shrink)
  if (now !== last) keptBytes += bytesOf(now) - (last ? bytesOf(last) : 0)
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
    keptBytes -= bytesOf(oldest)
    kept.delete(bits)
  }
}

function made(bits: TileBits, color: string, shrink: Shrink): Kept {
  if (nextPixel(bits, 0, 0) === TILE * TILE) return { color, shrink, bitmap: 'full' }
  const side = TILE >> shrink
  const pixels = new ImageData(side, side)
  const words = new Uint32Array(pixels.data.buffer)
  const [red, green, blue] = rgbaOf(color).map((share) => Math.round(share * 255))
  const rgb = (red ?? 0) | ((green ?? 0) << 8) | ((blue ?? 0) << 16)
  if (shrink === 0) fillPixels(words, bits, (rgb | (255 << 24)) >>> 0)
  else fillCells(words, bits, { rgb, shrink })
  const bitmap = new OffscreenCanvas(side, side)
  bitmap.getContext('2d')?.putImageData(pixels, 0, 0)
  return { color, shrink, bitmap }
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
  bits: TileBits,
  { rgb, shrink }: { readonly rgb: number; readonly shrink: Shrink },
): void {
  const [side, cell] = [TILE >> shrink, 1 << shrink]
  const inCell = (1 << cell) - 1
  const counts = new Uint16Array(side * side)
  for (let word = 0; word < bits.length; word++) {
    const value = bits[word] ?? 0
    if (value === 0) continue
    const row = (word >> 3) >> shrink
    for (let bit = 0; bit < 32; bit += cell) {
      const place = row * side + (((word & 7) * 32 + bit) >> shrink)
      counts[place] = (counts[place] ?? 0) + bitCount((value >>> bit) & inCell)
    }
  }
  for (const [place, count] of counts.entries()) {
    if (count > 0) words[place] = (rgb | (Math.round((255 * count) / (cell * cell)) << 24)) >>> 0
  }
}

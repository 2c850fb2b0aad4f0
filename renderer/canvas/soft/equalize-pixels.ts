import type { Size, Viewport } from '#common/geometry/space'
import { LUMA } from '../still/channel.ts'
import { type Equalization, type RgbaPixels, TILES, VALUES } from '../still/equalization.ts'

/** Position of a canvas over the image. */
export interface CanvasPlace {
  readonly viewport: Viewport
  /** Device pixels per view pixel. */
  readonly density: number
  readonly frame: Size
}

interface Equalizing {
  readonly equalization: Equalization
  /** Strength of the effect: 0 to 1. */
  readonly strength: number
  readonly place: CanvasPlace
}

/** Applies the equalization tables to the pixels of a canvas. Colors keep their hue. */
export function equalizePixels({ data, width, height }: RgbaPixels, { equalization, strength, place }: Equalizing) {
  const { viewport, density, frame } = place
  const { scale, offsetX, offsetY } = viewport
  const step = 1 / (scale * density)
  const across = mixes(width, { from: -offsetX / scale / frame.width, step: step / frame.width })
  const down = mixes(height, { from: -offsetY / scale / frame.height, step: step / frame.height })
  const gains = gainsOf(equalization, strength)
  const row = new Int32Array(TILES * VALUES)
  for (let y = 0; y < height; y++) {
    mixRows(
      row,
      { above: tilesFrom(gains, at(down.first, y)), below: tilesFrom(gains, at(down.second, y)) },
      at(down.share, y),
    )
    equalizeRow(data.subarray(4 * y * width, 4 * (y + 1) * width), row, across)
  }
}

/*
 * Fixed-point arithmetic: a CPU multiplies integers in half the time, and each frame of a moving view processes every
 * visible pixel.
 */

/** Fraction bits of a gain. */
const GAIN_BITS = 16
/** Fraction bits of a weight. */
const SHARE_BITS = 8

/**
 * For each pixel along a side, the offsets of the two tiles whose centers surround it, and the weight of the second.
 */
interface Mixes {
  readonly first: Int32Array
  readonly second: Int32Array
  readonly share: Int32Array
}

/** `from` and `step` are fractions of the image's side. */
function mixes(count: number, { from, step }: { readonly from: number; readonly step: number }): Mixes {
  const places = Float64Array.from({ length: count }, (_, pixel) =>
    Math.min(TILES - 1, Math.max(0, (from + (pixel + 0.5) * step) * TILES - 0.5)),
  )
  return {
    first: Int32Array.from(places, (place) => Math.floor(place) * VALUES),
    second: Int32Array.from(places, (place) => Math.min(TILES - 1, Math.floor(place) + 1) * VALUES),
    share: Int32Array.from(places, (place) => Math.round((place - Math.floor(place)) * 2 ** SHARE_BITS)),
  }
}

/** Returns the gain for each brightness. Near black it equals that of 1, which avoids a division by zero. */
function gainsOf(tables: Equalization, strength: number): Int32Array {
  return Int32Array.from(tables, (_, i) => {
    const value = Math.max(1, i % VALUES)
    const becomes = tables[i - (i % VALUES) + value] ?? value
    return Math.round(2 ** GAIN_BITS * (1 + strength * (becomes / value - 1)))
  })
}

/** Returns the gains of one row of tiles. */
function tilesFrom(gains: Int32Array, first: number): Int32Array {
  return gains.subarray(first * TILES, (first + VALUES) * TILES)
}

interface TileRows {
  readonly above: Int32Array
  readonly below: Int32Array
}

/** Interpolates the gains of each tile column for one row of pixels. */
function mixRows(row: Int32Array, { above, below }: TileRows, share: number): void {
  for (let i = 0; i < row.length; i++) row[i] = mix(at(above, i), at(below, i), share)
}

/** Largest gain before a pixel turns white, by the value of its brightest channel. */
const MOST_GAIN = Int32Array.from({ length: VALUES }, (_, value) =>
  Math.floor((255 * 2 ** GAIN_BITS) / Math.max(1, value)),
)

function equalizeRow(pixels: Uint8ClampedArray, gains: Int32Array, { first, second, share }: Mixes): void {
  const [ofRed, ofGreen, ofBlue] = LUMA
  for (let x = 0, red = 0; red < pixels.length; x++, red += 4) {
    const r = pixels[red] ?? 0
    const g = pixels[red + 1] ?? 0
    const b = pixels[red + 2] ?? 0
    const luma = (ofRed * r + ofGreen * g + ofBlue * b + 128) >> 8
    const mixed = mix(at(gains, at(first, x) + luma), at(gains, at(second, x) + luma), at(share, x))
    const gain = Math.min(mixed, at(MOST_GAIN, Math.max(r, g, b)))
    pixels[red] = (r * gain + HALF) >> GAIN_BITS
    pixels[red + 1] = (g * gain + HALF) >> GAIN_BITS
    pixels[red + 2] = (b * gain + HALF) >> GAIN_BITS
  }
}

const HALF = 2 ** (GAIN_BITS - 1)

function mix(first: number, second: number, share: number): number {
  return first + (Math.imul(second - first, share) >> SHARE_BITS)
}

function at(numbers: Int32Array, place: number): number {
  return numbers[place] ?? 0
}

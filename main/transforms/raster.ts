import type { Size } from '#common/geometry/space'

/** 8-bit sRGB, three interleaved channels. */
export interface Pixels extends Size {
  readonly data: Uint8Array
}

export const CHANNELS = 3

/** Maps every channel value by a table of 256. */
export function mapValues({ data }: Pixels, table: Uint8Array): void {
  for (let i = 0; i < data.length; i += 1) data[i] = table[data[i] ?? 0] ?? 0
}

/** Returns a table of 256 values of a function of 0…255, rounded and clamped to 0…255. */
export function tableOf(map: (value: number) => number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, value) => toByte(map(value)))
}

/** Converts every pixel to gray, with a weight for each channel. */
export function toGrey({ data }: Pixels, weights: readonly [number, number, number]): void {
  const [red, green, blue] = weights
  for (let i = 0; i < data.length; i += CHANNELS) {
    const grey = toByte(red * (data[i] ?? 0) + green * (data[i + 1] ?? 0) + blue * (data[i + 2] ?? 0))
    data[i] = grey
    data[i + 1] = grey
    data[i + 2] = grey
  }
}

/** Prepares a value of 0…255 for a byte array, which truncates fractions. Several times as fast as `Math.round`. */
export function forByte(value: number): number {
  return value + 0.5
}

/** Returns the value at an index; 0 outside the array. */
export function valueAt(values: Uint8Array, place: number): number {
  return values[place] ?? 0
}

/** Interpolates linearly between two values. */
export function mix(one: number, other: number, share: number): number {
  return one + (other - one) * share
}

function toByte(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)))
}

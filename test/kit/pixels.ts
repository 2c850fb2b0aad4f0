import sharp from 'sharp'
import { expect } from 'vitest'

/** Red, green and blue of each pixel, row by row. */
export interface Pixels {
  readonly data: Buffer
  readonly info: { readonly width: number; readonly height: number }
}

export function pixelsOf(png: Buffer): Promise<Pixels> {
  return sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
}

/** Returns the fraction of pixels with a channel that differs by more than the tolerance. */
export function differing(a: Pixels, b: Pixels, tolerance: number): number {
  expect(a.info).toMatchObject({ width: b.info.width, height: b.info.height })
  let count = 0
  for (let i = 0; i < a.data.length; i += 3) {
    if ([0, 1, 2].some((channel) => Math.abs((a.data[i + channel] ?? 0) - (b.data[i + channel] ?? 0)) > tolerance))
      count++
  }
  return count / (a.data.length / 3)
}

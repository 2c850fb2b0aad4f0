import sharp from 'sharp'
import type { Size } from '#common/geometry/space'
import type { ToyColour } from './colours.ts'

/** A rectangle of one colour, in pixels; its right and bottom lie outside. */
export type Painted = readonly [colour: ToyColour, x0: number, y0: number, x1: number, y1: number]

/** Black RGB with rectangles on it. */
export function paintedPixels({ width, height }: Size, rectangles: readonly Painted[]): Uint8Array {
  const data = new Uint8Array(3 * width * height)
  for (const [colour, x0, y0, x1, y1] of rectangles) {
    const channel = CHANNELS.indexOf(colour)
    for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) data[3 * (y * width + x) + channel] = 255
  }
  return data
}

/** The same as a PNG. */
export async function paintedPng(size: Size, rectangles: readonly Painted[]): Promise<Uint8Array> {
  return sharp(paintedPixels(size, rectangles), { raw: { ...size, channels: 3 } })
    .png()
    .toBuffer()
}

const CHANNELS: readonly ToyColour[] = ['red', 'green', 'blue']

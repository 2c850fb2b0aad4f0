import sharp, { type Sharp } from 'sharp'
import { invertAffine, mapBox, type Orientation, orientationMap, orientedSize } from '#common/geometry/affine'
import type { Size } from '#common/geometry/space'
import type { ToyColour } from './colours.ts'

/** A rectangle of one color, in pixels; right and bottom are exclusive. */
export type Painted = readonly [colour: ToyColour, x0: number, y0: number, x1: number, y1: number]

/** Returns black RGB pixels with rectangles. */
export function paintedPixels({ width, height }: Size, rectangles: readonly Painted[]): Uint8Array {
  const data = new Uint8Array(3 * width * height)
  for (const [colour, x0, y0, x1, y1] of rectangles) {
    const channel = CHANNELS.indexOf(colour)
    for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) data[3 * (y * width + x) + channel] = 255
  }
  return data
}

/** Returns the same as a PNG. */
export async function paintedPng(size: Size, rectangles: readonly Painted[]): Promise<Uint8Array> {
  return sharp(paintedPixels(size, rectangles), { raw: { ...size, channels: 3 } })
    .png()
    .toBuffer()
}

/** Returns an image that is displayed at this size with these rectangles, but stored rotated by an EXIF orientation. */
export function storedTurned(orientation: Orientation, displayed: Size, rectangles: readonly Painted[]): Sharp {
  const size = orientedSize(orientation, displayed)
  const back = invertAffine(orientationMap(orientation, size))
  const stored = rectangles.map(([colour, x0, y0, x1, y1]): Painted => {
    const box = { x0, y0, x1, y1 }
    const turned = back ? mapBox(back, box) : box
    return [colour, turned.x0, turned.y0, turned.x1, turned.y1]
  })
  return sharp(paintedPixels(size, stored), { raw: { ...size, channels: 3 } }).withMetadata({ orientation })
}

const CHANNELS: readonly ToyColour[] = ['red', 'green', 'blue']

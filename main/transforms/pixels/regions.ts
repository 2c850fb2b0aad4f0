import { type Affine, invertAffine } from '#common/geometry/affine'
import { type Box, boxSize } from '#common/geometry/box'
import type { Region } from '../plan.ts'
import { CHANNELS, forByte, mapValues, mix, type Pixels, tableOf, valueAt } from '../raster.ts'
import { fromPixels, runPass } from './passes.ts'

/** Fills the boxes with black. */
export function hideUnder(pixels: Pixels, boxes: readonly Box[]): void {
  for (const box of boxes) {
    for (let y = box.y0; y < box.y1; y += 1)
      pixels.data.fill(0, offsetOf(pixels, box.x0, y), offsetOf(pixels, box.x1, y))
  }
}

/** Changes the pixels in each region in place, one region after the other. */
export async function recolourRegions(pixels: Pixels, regions: readonly Region[]): Promise<void> {
  for (const { box, plan } of regions) {
    const inside = cut(pixels, box)
    pasteInto(pixels, box, await changed(inside, plan))
  }
}

async function changed(inside: Pixels, plan: Region['plan']): Promise<Pixels> {
  switch (plan.kind) {
    case 'warp':
      return warped(inside, plan.affine)
    case 'blur':
      return runPass(fromPixels(inside), [plan])
    case 'tone':
      mapValues(
        inside,
        tableOf((value) => plan.gain * value + plan.offset),
      )
      return inside
    case 'recolour':
      plan.edit(inside)
      return inside
  }
}

/**
 * Returns the contents warped inside their own frame, sampled bilinearly at pixel centers. Uncovered pixels keep their
 * value.
 */
function warped(inside: Pixels, affine: Affine): Pixels {
  const { data, width, height } = inside
  const back = invertAffine(affine)
  const result = { data: new Uint8Array(data), width, height }
  if (back === undefined) return result
  const { a, b, c, d, e, f } = back
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const column = (pixel % width) + 0.5
    const row = Math.floor(pixel / width) + 0.5
    const x = a * column + c * row + e
    const y = b * column + d * row + f
    if (x < 0 || y < 0 || x > width || y > height) continue
    const left = Math.floor(x - 0.5)
    const top = Math.floor(y - 0.5)
    const above = Math.max(0, top) * width * CHANNELS
    const below = Math.min(height - 1, top + 1) * width * CHANNELS
    const before = Math.max(0, left) * CHANNELS
    const after = Math.min(width - 1, left + 1) * CHANNELS
    const [right, down] = [x - 0.5 - left, y - 0.5 - top]
    for (let channel = 0; channel < CHANNELS; channel += 1) {
      const upper = mix(valueAt(data, above + before + channel), valueAt(data, above + after + channel), right)
      const lower = mix(valueAt(data, below + before + channel), valueAt(data, below + after + channel), right)
      result.data[pixel * CHANNELS + channel] = forByte(mix(upper, lower, down))
    }
  }
  return result
}

function cut(pixels: Pixels, box: Box): Pixels {
  const { width, height } = boxSize(box)
  const data = new Uint8Array(width * height * CHANNELS)
  for (let row = 0; row < height; row += 1) {
    const start = offsetOf(pixels, box.x0, box.y0 + row)
    data.set(pixels.data.subarray(start, start + width * CHANNELS), row * width * CHANNELS)
  }
  return { data, width, height }
}

/** Copies pixels into an image at the top left corner of a box. */
export function pasteInto(pixels: Pixels, { x0, y0 }: Box, { data, width, height }: Pixels): void {
  for (let row = 0; row < height; row += 1) {
    const line = data.subarray(row * width * CHANNELS, (row + 1) * width * CHANNELS)
    pixels.data.set(line, offsetOf(pixels, x0, y0 + row))
  }
}

function offsetOf({ width }: Pixels, x: number, y: number): number {
  return (y * width + x) * CHANNELS
}

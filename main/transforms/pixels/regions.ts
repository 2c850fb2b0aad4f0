import { type Affine, invertAffine } from '#common/geometry/affine'
import { type Box, boxSize } from '#common/geometry/box'
import type { Region } from '../plan.ts'
import { CHANNELS, mapValues, type Pixels, tableOf } from '../raster.ts'
import { fromPixels, runPass } from './passes.ts'

/** Black over the boxes. */
export function hideUnder(pixels: Pixels, boxes: readonly Box[]): void {
  for (const box of boxes) {
    for (let y = box.y0; y < box.y1; y += 1)
      pixels.data.fill(0, offsetOf(pixels, box.x0, y), offsetOf(pixels, box.x1, y))
  }
}

/** Changes what lies in each region, one after the other, in place. */
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

/** The contents moved inside their own frame, sampled bilinearly at pixel centres. Where nothing moves to, the old pixels stay. */
function warped(inside: Pixels, affine: Affine): Pixels {
  const { data, width, height } = inside
  const back = invertAffine(affine)
  const result = { data: Uint8Array.from(data), width, height }
  if (back === undefined) return result
  const { a, b, c, d, e, f } = back
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const [x, y] = [column + 0.5, row + 0.5]
      const [from, down] = [a * x + c * y + e, b * x + d * y + f]
      if (from < 0 || down < 0 || from > width || down > height) continue
      sampleInto(result.data, (row * width + column) * CHANNELS, { of: inside, x: from - 0.5, y: down - 0.5 })
    }
  }
  return result
}

interface Place {
  readonly of: Pixels
  /** In pixel centres. */
  readonly x: number
  readonly y: number
}

function sampleInto(target: Uint8Array, at: number, { of: { data, width, height }, x, y }: Place): void {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [right, bottom] = [x - left, y - top]
  const [x0, x1] = [Math.max(0, left), Math.min(width - 1, left + 1)]
  const [y0, y1] = [Math.max(0, top), Math.min(height - 1, top + 1)]
  for (let channel = 0; channel < CHANNELS; channel += 1) {
    const valueAt = (column: number, row: number) => data[(row * width + column) * CHANNELS + channel] ?? 0
    const above = valueAt(x0, y0) * (1 - right) + valueAt(x1, y0) * right
    const below = valueAt(x0, y1) * (1 - right) + valueAt(x1, y1) * right
    target[at + channel] = Math.round(above * (1 - bottom) + below * bottom)
  }
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

/** Lays smaller pixels over a picture at the corner of a box. */
export function pasteInto(pixels: Pixels, { x0, y0 }: Box, { data, width, height }: Pixels): void {
  for (let row = 0; row < height; row += 1) {
    const line = data.subarray(row * width * CHANNELS, (row + 1) * width * CHANNELS)
    pixels.data.set(line, offsetOf(pixels, x0, y0 + row))
  }
}

function offsetOf({ width }: Pixels, x: number, y: number): number {
  return (y * width + x) * CHANNELS
}

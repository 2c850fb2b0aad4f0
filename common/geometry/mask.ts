import type { Box } from './box.ts'
import { at, type Ring, type Rings, ringsBounds } from './polygon.ts'
import type { Size } from './space.ts'

/** A bitmap of an object: 0 or 1 for each pixel, row by row from the top left. */
export interface Mask extends Size {
  readonly data: Uint8Array
}

export function emptyMask({ width, height }: Size): Mask {
  return { width, height, data: new Uint8Array(width * height) }
}

/** Fills the pixels whose centers are inside, by the even-odd rule over all rings; agrees with `ringsContain`. */
export function fillRings(rings: Rings, size: Size): Mask {
  const mask = emptyMask(size)
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) toggleEdge(mask, ring, [i, j])
  }
  spreadToggles(mask, rings)
  return mask
}

/** Returns the area in pixels. */
export function maskArea({ data }: Mask): number {
  let area = 0
  for (let i = 0; i < data.length; i++) area += data[i] ?? 0
  return area
}

/** Returns the bounds of the set pixels; undefined when none is set. */
export function maskBounds({ width, data }: Mask): Box | undefined {
  const first = data.indexOf(1)
  if (first < 0) return undefined
  const [y0, y1] = [Math.floor(first / width), Math.floor(data.lastIndexOf(1) / width) + 1]
  let [x0, x1] = [width, 0]
  for (let row = y0 * width; row < y1 * width; row += width) {
    for (let x = 0; x < x0; x++) if (data[row + x] === 1) x0 = x
    for (let x = width - 1; x >= x1; x--) if (data[row + x] === 1) x1 = x + 1
  }
  return { x0, y0, x1, y1 }
}

/** Returns the IoU of two masks of one size, 0…1; 0 when both are empty. */
export function maskIou(a: Mask, b: Mask): number {
  if (a.width !== b.width || a.height !== b.height) throw new RangeError('Masks of two sizes have no common pixels')
  let [shared, all] = [0, 0]
  for (let i = 0; i < a.data.length; i++) {
    const [inA, inB] = [a.data[i] ?? 0, b.data[i] ?? 0]
    shared += inA & inB
    all += inA | inB
  }
  return all === 0 ? 0 : shared / all
}

/**
 * Toggles, in every row of pixel centers that the edge crosses, the first pixel whose center is not left of the edge.
 */
function toggleEdge({ width, height, data }: Mask, ring: Ring, [i, j]: readonly [number, number]): void {
  const [xi, yi, xj, yj] = [at(ring, i), at(ring, i + 1), at(ring, j), at(ring, j + 1)]
  const end = Math.min(height, Math.ceil(Math.max(yi, yj) - 0.5))
  for (let row = Math.max(0, Math.ceil(Math.min(yi, yj) - 0.5)); row < end; row++) {
    const crossing = ((xj - xi) * (row + 0.5 - yi)) / (yj - yi) + xi
    const column = Math.max(0, Math.ceil(crossing - 0.5))
    if (column < width) data[row * width + column] = (data[row * width + column] ?? 0) ^ 1
  }
}

/** Sums the toggles modulo 2 along each row. The last toggle may be one pixel past the bounds. */
function spreadToggles({ width, height, data }: Mask, rings: Rings): void {
  const { x0, y0, x1, y1 } = ringsBounds(rings)
  const [left, right] = [Math.max(0, Math.floor(x0)), Math.min(width, Math.ceil(x1) + 1)]
  const bottom = Math.min(height, Math.ceil(y1))
  for (let row = Math.max(0, Math.floor(y0)); row < bottom; row++) {
    let inside = 0
    for (let i = row * width + left; i < row * width + right; i++) {
      inside ^= data[i] ?? 0
      data[i] = inside
    }
  }
}

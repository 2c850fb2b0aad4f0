/** Bytes of an image's descriptor: lightness 8 × 8, the two color axes 4 × 4 each, edges 4 × 4 in four directions. */
export const DESCRIPTOR_BYTES = 64 + 16 + 16 + 64

/** Upright 8-bit pixels, row by row; one channel is gray, three or more begin with red, green, blue. */
export interface Pixels {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
  readonly channels: number
}

/** Cells that an image is reduced to, whatever its shape, before anything is measured. */
const SIDE = 32

/**
 * Descriptor of an image's look from afar, in 160 bytes. Copies in other sizes or qualities get nearly the same; `similarity` compares
 * two of them.
 */
export function describePixels(pixels: Pixels): Uint8Array {
  return describeCells(reduce(pixels))
}

/** The descriptor, and the mean red, green and blue of the cells. */
export function lookAtPixels(pixels: Pixels): { readonly descriptor: Uint8Array; readonly mean: Triple } {
  const cells = reduce(pixels)
  const [mean = [0, 0, 0]] = means(cells, 1)
  return { descriptor: describeCells(cells), mean }
}

function describeCells(cells: Float32Array): Uint8Array {
  const descriptor = new Uint8Array(DESCRIPTOR_BYTES)
  descriptor.set(lightness(cells), 0)
  descriptor.set(colours(cells), 64)
  descriptor.set(edges(cells), 96)
  return descriptor
}

/** A mean difference of this many levels per byte counts as nothing in common. */
const UNLIKE = 64

/** How alike two images look: 1 for the same descriptor, 0 for nothing in common; copies of one image are above 0.95. */
export function similarity(one: Uint8Array, other: Uint8Array): number {
  return toSimilarity(distanceAt(one, other, 0))
}

/** Sum of the differences between `wanted` and the descriptor that begins at `from` in `shelf`. */
export function distanceAt(wanted: Uint8Array, shelf: Uint8Array, from: number): number {
  let sum = 0
  for (let i = 0; i < DESCRIPTOR_BYTES; i += 1) sum += Math.abs((wanted[i] ?? 0) - (shelf[from + i] ?? 0))
  return sum
}

/** The distance of two descriptors that are just so alike. */
export function mostDistance(alike: number): number {
  return Math.floor((1 - alike) * DESCRIPTOR_BYTES * UNLIKE)
}

export function toSimilarity(distance: number): number {
  return Math.max(0, 1 - distance / (DESCRIPTOR_BYTES * UNLIKE))
}

/** Mean red, green and blue of 32 × 32 cells. Small images fill several cells with one pixel. */
function reduce({ data, width, height, channels }: Pixels): Float32Array {
  const cells = new Float32Array(SIDE * SIDE * 3)
  const [green, blue] = channels < 3 ? [0, 0] : [1, 2]
  for (let cell = 0; cell < SIDE * SIDE; cell += 1) {
    const columns = span(cell % SIDE, width)
    const rows = span(Math.floor(cell / SIDE), height)
    // Plain numbers in one loop: this is most of what is done of a small image on the thread that answers requests.
    let r = 0
    let g = 0
    let b = 0
    for (let y = rows.from; y < rows.to; y += 1) {
      const end = (y * width + columns.to) * channels
      for (let at = (y * width + columns.from) * channels; at < end; at += channels) {
        r += data[at] ?? 0
        g += data[at + green] ?? 0
        b += data[at + blue] ?? 0
      }
    }
    const count = (columns.to - columns.from) * (rows.to - rows.from)
    cells[cell * 3] = r / count
    cells[cell * 3 + 1] = g / count
    cells[cell * 3 + 2] = b / count
  }
  return cells
}

interface Span {
  readonly from: number
  /** Not included. */
  readonly to: number
}

function span(cell: number, length: number): Span {
  const from = Math.floor((cell * length) / SIDE)
  return { from, to: Math.max(from + 1, Math.floor(((cell + 1) * length) / SIDE)) }
}

function lightness(cells: Float32Array): number[] {
  return means(cells, 8).map((rgb) => toByte(toLab(rgb)[0] * 2.55))
}

/** Colors lie close to gray in most images, so the axes are stretched. */
function colours(cells: Float32Array): number[] {
  const labs = means(cells, 4).map(toLab)
  return [...labs.map(([, a]) => toByte(128 + a * 2.5)), ...labs.map(([, , b]) => toByte(128 + b * 2.5))]
}

type Triple = readonly [number, number, number]

/** Means of `side` × `side` equal parts of the cells. */
function means(cells: Float32Array, side: number): Triple[] {
  const step = SIDE / side
  return Array.from({ length: side * side }, (_, part) =>
    meanOf(cells, { column: (part % side) * step, row: Math.floor(part / side) * step, step }),
  )
}

interface Part {
  readonly column: number
  readonly row: number
  readonly step: number
}

function meanOf(cells: Float32Array, { column, row, step }: Part): Triple {
  let [r, g, b] = [0, 0, 0]
  for (let y = row; y < row + step; y += 1) {
    const end = (y * SIDE + column + step) * 3
    for (let at = (y * SIDE + column) * 3; at < end; at += 3) {
      r += cells[at] ?? 0
      g += cells[at + 1] ?? 0
      b += cells[at + 2] ?? 0
    }
  }
  const count = step * step
  return [r / count, g / count, b / count]
}

/** CIE L*a*b* of an sRGB color, each 0…255, under D65. */
function toLab([red, green, blue]: Triple): Triple {
  const [r, g, b] = [linear(red / 255), linear(green / 255), linear(blue / 255)]
  const x = root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505)
  const y = root(0.2126 * r + 0.7152 * g + 0.0722 * b)
  const z = root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

function root(value: number): number {
  return value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116
}

const DIRECTIONS = 4

/** How strong the edges of each direction are in 4 × 4 parts; the sign of an edge does not matter. */
function edges(cells: Float32Array): number[] {
  const luma = new Float32Array(SIDE * SIDE)
  for (let i = 0; i < luma.length; i += 1) luma[i] = lumaAt(cells, i * 3)
  const sums = new Float64Array(16 * DIRECTIONS)
  for (let y = 1; y < SIDE - 1; y += 1) {
    for (let x = 1; x < SIDE - 1; x += 1) {
      const at = y * SIDE + x
      const dx = (luma[at + 1] ?? 0) - (luma[at - 1] ?? 0)
      const dy = (luma[at + SIDE] ?? 0) - (luma[at - SIDE] ?? 0)
      const bin = (Math.floor(y / 8) * 4 + Math.floor(x / 8)) * DIRECTIONS + directionOf(dx, dy)
      sums[bin] = (sums[bin] ?? 0) + Math.sqrt(dx * dx + dy * dy)
    }
  }
  return Array.from(sums, (sum) => toByte(Math.sqrt(sum / 64) * 24))
}

/** The tangent of 22.5°. */
const HALF_TURN = Math.SQRT2 - 1

/** Which of four directions an edge has: across, falling, down, rising; each stands for 22.5° to both sides. */
function directionOf(dx: number, dy: number): 0 | 1 | 2 | 3 {
  const [across, down] = [Math.abs(dx), Math.abs(dy)]
  if (down <= HALF_TURN * across) return 0
  if (across <= HALF_TURN * down) return 2
  return dx > 0 === dy > 0 ? 1 : 3
}

function lumaAt(cells: Float32Array, at: number): number {
  return 0.299 * (cells[at] ?? 0) + 0.587 * (cells[at + 1] ?? 0) + 0.114 * (cells[at + 2] ?? 0)
}

function toByte(value: number): number {
  return Math.min(255, Math.max(0, Math.round(value)))
}

import type { Size } from '#common/geometry/space'

/** How the pixels lie in the unpacked bytes of a PNG: each row begins with the number of its filter. */
export interface Layout extends Size {
  /** Bits of a number. */
  readonly depth: number
  /** Numbers of a pixel. */
  readonly channels: 1 | 2 | 3 | 4
  /** Without the filter. */
  readonly rowBytes: number
}

/** Rows between pauses. */
const STRIDE = 64

/** Puts back in place what the filters of PNG took away; false where one is unknown. */
export async function unfiltered(
  rows: Uint8Array,
  layout: Layout,
  pause: (() => Promise<void> | undefined) | undefined,
): Promise<boolean> {
  const steps = unfiltering(rows, layout)
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value
    await pause?.()
  }
}

/** The same without a pause, for small images that lie in texts. */
export function unfilteredAtOnce(rows: Uint8Array, layout: Layout): boolean {
  const steps = unfiltering(rows, layout)
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value
  }
}

/** Halts where others may take their turn. */
function* unfiltering(rows: Uint8Array, { height, rowBytes, depth, channels }: Layout): Generator<void, boolean> {
  const step = Math.max(1, (depth * channels) / 8)
  let above: Uint8Array = new Uint8Array(rowBytes)
  for (let row = 0; row < height; row += 1) {
    const start = row * (rowBytes + 1)
    const bytes = rows.subarray(start + 1, start + 1 + rowBytes)
    const predict = PREDICTIONS[rows[start] ?? 0]
    if (predict === undefined) return false
    unfilter(bytes, above, { predict, step })
    above = bytes
    if (row % STRIDE === 0) yield
  }
  return true
}

interface Filter {
  readonly predict: Prediction
  /** Bytes to the same number of the pixel to the left. */
  readonly step: number
}

function unfilter(row: Uint8Array, above: Uint8Array, { predict, step }: Filter): void {
  for (let i = 0; i < row.length; i += 1) {
    row[i] = (row[i] ?? 0) + predict(row[i - step] ?? 0, above[i] ?? 0, above[i - step] ?? 0)
  }
}

/** The value that a filter subtracted, from the same numbers of the pixels to the left, above, and above to the left. */
type Prediction = (left: number, above: number, corner: number) => number

const PREDICTIONS: readonly Prediction[] = [
  () => 0,
  (left) => left,
  (_, above) => above,
  (left, above) => (left + above) >> 1,
  nearestOf,
]

/** Paeth's choice of the neighbor that left + above − corner comes nearest to. */
function nearestOf(left: number, above: number, corner: number): number {
  const [toLeft, toAbove] = [Math.abs(above - corner), Math.abs(left - corner)]
  const toCorner = Math.abs(left + above - 2 * corner)
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}

/** One number for each pixel of unfiltered rows: its only one, or red, green and blue as 0xRRGGBB. */
export function valuesOf(rows: Uint8Array, layout: Layout): Uint8Array | Uint16Array | Uint32Array {
  const { width, height, depth, channels, rowBytes } = layout
  const pixels = width * height
  const values = channels > 2 ? new Uint32Array(pixels) : depth > 8 ? new Uint16Array(pixels) : new Uint8Array(pixels)
  const read = channels > 2 ? colourAt : depth < 8 ? bitsAt : depth === 8 ? byteAt : pairAt
  const isPlain = depth === 8 && channels === 1
  for (let row = 0; row < height; row += 1) {
    const bytes = rows.subarray(row * (rowBytes + 1) + 1, (row + 1) * (rowBytes + 1))
    if (isPlain) values.set(bytes, row * width)
    else for (let x = 0; x < width; x += 1) values[row * width + x] = read(bytes, x, layout)
  }
  return values
}

type ReadPixel = (row: Uint8Array, x: number, layout: Layout) => number

const byteAt: ReadPixel = (row, x, { channels }) => row[x * channels] ?? 0

const pairAt: ReadPixel = (row, x, { channels }) => {
  const at = x * channels * 2
  return (row[at] ?? 0) * 256 + (row[at + 1] ?? 0)
}

const bitsAt: ReadPixel = (row, x, { depth }) => {
  const bit = x * depth
  const shift = 8 - depth - (bit % 8)
  return ((row[bit >> 3] ?? 0) >> shift) & ((1 << depth) - 1)
}

/** Of numbers of two bytes the higher one counts. */
const colourAt: ReadPixel = (row, x, { depth, channels }) => {
  const bytes = depth / 8
  const at = x * channels * bytes
  return (row[at] ?? 0) * 65536 + (row[at + bytes] ?? 0) * 256 + (row[at + 2 * bytes] ?? 0)
}

/** The last channel of each pixel; of numbers of two bytes the higher one. */
export function alphaOf(rows: Uint8Array, { width, height, depth, channels, rowBytes }: Layout): Uint8Array {
  const alpha = new Uint8Array(width * height)
  const bytes = depth / 8
  for (let row = 0; row < height; row += 1) {
    const start = row * (rowBytes + 1) + 1 + (channels - 1) * bytes
    for (let x = 0; x < width; x += 1) alpha[row * width + x] = rows[start + x * channels * bytes] ?? 0
  }
  return alpha
}

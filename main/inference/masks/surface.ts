import type { Box } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'

/** A network's values for the cells of a coarse grid: 0 and more is the object. Row by row. */
export interface Grid extends Size {
  readonly values: Float32Array
}

/** Where the pixels of one side of an image lie between the cells of a grid. */
export interface Axis {
  /** Cells of the grid along this side, and how far apart they lie in its list of values. */
  readonly cells: number
  readonly stride: number
  /** Of each pixel: the cell before it, and how far it is on the way to the next one, 0…1. */
  readonly before: Int32Array
  readonly share: Float64Array
}

/**
 * A grid stretched over an image: its value at every pixel is that of bilinear interpolation between the centers of the cells
 * (`align_corners=false`). No pixel is computed before it is asked for.
 */
export interface Surface {
  readonly size: Size
  readonly values: Float32Array
  readonly across: Axis
  readonly down: Axis
}

/** Stands for values that are no number, or too large to be calculated with: far outside, or far inside. */
const FAR = 1e4

/** `shown` is the part of the grid that shows the image, in cells; what lies beyond it is left out. */
export function surfaceOver(size: Size, grid: Grid, shown: Box): Surface {
  const { width, height } = grid
  return {
    size,
    values: grid.values.every(isCalculable) ? grid.values : grid.values.map(calculable),
    across: axisOf(size.width, { cells: width, stride: 1, from: shown.x0, to: shown.x1 }),
    down: axisOf(size.height, { cells: height, stride: width, from: shown.y0, to: shown.y1 }),
  }
}

/** The values of one row of the image. */
export function surfaceRow({ values, across, down }: Surface, row: number): Float32Array {
  const profile = new Float64Array(across.cells)
  readProfile({ values, lines: down, along: across, profile }, row)
  const { before, share } = across
  const out = new Float32Array(before.length)
  for (let pixel = 0; pixel < out.length; pixel += 1)
    out[pixel] = between(profile, before[pixel] ?? 0, share[pixel] ?? 0)
  return out
}

function isCalculable(value: number): boolean {
  return Math.abs(value) <= FAR
}

function calculable(value: number): number {
  return Number.isNaN(value) ? -FAR : Math.max(-FAR, Math.min(FAR, value))
}

interface Side {
  readonly cells: number
  readonly stride: number
  readonly from: number
  readonly to: number
}

function axisOf(pixels: number, { cells, stride, from, to }: Side): Axis {
  const [first, last] = [Math.max(0, Math.floor(from)), Math.min(cells, Math.ceil(to)) - 1]
  const scale = (to - from) / pixels
  const before = new Int32Array(pixels)
  const share = new Float64Array(pixels)
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    const place = Math.max(first, Math.min(last, from + (pixel + 0.5) * scale - 0.5))
    before[pixel] = Math.floor(place)
    share[pixel] = place - Math.floor(place)
  }
  return { cells, stride, before, share }
}

/** A surface that is read line by line. */
export interface Lines {
  readonly values: Float32Array
  /** One line for every pixel of this side. */
  readonly lines: Axis
  readonly along: Axis
  /** Takes the values of a line where it passes the cells; between two cells it goes straight from one to the other. */
  readonly profile: Float64Array
}

/** Reads the profile of a line from one cell to another. */
export function readProfile(
  over: Lines,
  line: number,
  { first, last }: Reach = { first: 0, last: over.along.cells - 1 },
): void {
  const { values, lines, along, profile } = over
  const share = lines.share[line] ?? 0
  const here = (lines.before[line] ?? 0) * lines.stride
  // Past the last cell there is none, and the share is 0.
  const next = share > 0 ? here + lines.stride : here
  const { stride } = along
  for (let cell = first, at = first * stride; cell <= last; cell += 1, at += stride) {
    const value = values[here + at] ?? 0
    profile[cell] = value + ((values[next + at] ?? 0) - value) * share
  }
}

/** The first and the last cell of a side that matter. */
export interface Reach {
  readonly first: number
  readonly last: number
}

/** The value at some share of the way from a cell to the next. */
export function between(profile: Float64Array, cell: number, share: number): number {
  const value = profile[cell] ?? 0
  return share > 0 ? value + ((profile[cell + 1] ?? 0) - value) * share : value
}

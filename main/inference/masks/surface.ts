import type { Box } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'

/** What a network says of each cell of a coarse grid: 0 and more is the object. Row by row. */
export interface Grid extends Size {
  readonly values: Float32Array
}

/** Where the pixels of one side of a picture lie between the cells of a grid. */
interface Axis {
  /** Cells of the grid along this side, and how far apart they lie in its list of values. */
  readonly cells: number
  readonly stride: number
  /** Of each pixel: the cell before it, and how far it is on the way to the next one, 0…1. */
  readonly before: Int32Array
  readonly share: Float64Array
}

/**
 * A grid stretched over a picture: its value at every pixel is that of bilinear interpolation between the centres of the cells
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

/** `shown` is the part of the grid that shows the picture, in cells; what lies beyond it is left out. */
export function surfaceOver(size: Size, grid: Grid, shown: Box): Surface {
  const { width, height } = grid
  return {
    size,
    values: grid.values.every(isCalculable) ? grid.values : grid.values.map(calculable),
    across: axisOf(size.width, { cells: width, stride: 1, from: shown.x0, to: shown.x1 }),
    down: axisOf(size.height, { cells: height, stride: width, from: shown.y0, to: shown.y1 }),
  }
}

/** The values of one row of the picture. */
export function surfaceRow({ values, across, down }: Surface, row: number): Float32Array {
  const profile = new Float64Array(across.cells)
  readProfile({ values, lines: down, along: across }, row, profile, { first: 0, last: across.cells - 1 })
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

/** A surface read line by line: along its rows or along its columns. */
export interface Sheet {
  readonly values: Float32Array
  /** One line for every pixel of this side. */
  readonly lines: Axis
  readonly along: Axis
}

export function rowsOf({ values, across, down }: Surface): Sheet {
  return { values, lines: down, along: across }
}

export function columnsOf({ values, across, down }: Surface): Sheet {
  return { values, lines: across, along: down }
}

/** The first and the last cell of a side that matter. */
interface Reach {
  readonly first: number
  readonly last: number
}

/** The values of a line where it passes the cells; between two cells it goes straight from one to the other. */
function readProfile({ values, lines, along }: Sheet, line: number, into: Float64Array, { first, last }: Reach): void {
  const share = lines.share[line] ?? 0
  const { stride } = along
  const here = (lines.before[line] ?? 0) * lines.stride
  // Past the last cell there is none, and the share is 0.
  const next = share > 0 ? here + lines.stride : here
  for (let cell = first, at = first * stride; cell <= last; cell += 1, at += stride) {
    const value = values[here + at] ?? 0
    into[cell] = value + ((values[next + at] ?? 0) - value) * share
  }
}

function between(profile: Float64Array, cell: number, share: number): number {
  const value = profile[cell] ?? 0
  return share > 0 ? value + ((profile[cell + 1] ?? 0) - value) * share : value
}

/**
 * Tells every run of pixels of the object, line by line and in order. A run is found from where the values of the cells change their
 * sign, so that it costs as much as the grid is fine, not as the picture is large.
 */
export function forEachRun(sheet: Sheet, visit: (line: number, from: number, to: number) => void): void {
  const { lines, along } = sheet
  const reach = reachOf(sheet)
  if (reach === undefined) return
  const starts = cellStarts(along)
  const profile = new Float64Array(along.cells)
  for (let line = 0; line < lines.before.length; line += 1) {
    const cell = lines.before[line] ?? 0
    if (cell < reach.lines.first || cell > reach.lines.last) continue
    readProfile(sheet, line, profile, reach.along)
    visitLine({ along, starts, profile, reach: reach.along }, line, visit)
  }
}

interface Line {
  readonly along: Axis
  /** The first pixel behind the centre of each cell, and one more: the number of pixels. */
  readonly starts: Int32Array
  readonly profile: Float64Array
  readonly reach: Reach
}

type Visit = (line: number, from: number, to: number) => void

function visitLine(over: Line, line: number, visit: Visit): void {
  const { along, starts, profile, reach } = over
  let begin = -1
  let isIn = false
  let isNext = (profile[reach.first] ?? 0) >= 0
  for (let cell = reach.first; cell <= reach.last; cell += 1) {
    isIn = isNext
    isNext = cell < reach.last ? (profile[cell + 1] ?? 0) >= 0 : isIn
    // Between most cells nothing changes.
    if (isIn === isNext && isIn === begin >= 0) continue
    const [from, to] = [starts[cell] ?? 0, starts[cell + 1] ?? 0]
    const turn = isIn === isNext ? to : turnWithin(over, cell)
    // The pixels from…turn are on one side, turn…to on the other.
    if (turn > from && isIn !== begin >= 0) begin = toggled({ line, begin }, from, visit)
    if (turn < to && isNext !== begin >= 0) begin = toggled({ line, begin }, turn, visit)
  }
  if (begin >= 0) visit(line, begin, starts[reach.last + 1] ?? along.before.length)
}

/** Begins a run, or ends the one that began. */
function toggled({ line, begin }: { line: number; begin: number }, pixel: number, visit: Visit): number {
  if (begin < 0) return pixel
  visit(line, begin, pixel)
  return -1
}

/** The first pixel behind a cell that is on the other side than the cell itself; the pixel after the last when there is none. */
function turnWithin({ along, starts, profile }: Line, cell: number): number {
  const [from, to] = [starts[cell] ?? 0, starts[cell + 1] ?? 0]
  const [here, next] = [profile[cell] ?? 0, profile[cell + 1] ?? 0]
  const isIn = here >= 0
  const isTurned = (pixel: number) => between(profile, cell, along.share[pixel] ?? 0) >= 0 !== isIn
  const first = along.share[from] ?? 0
  const step = ((along.share[to - 1] ?? 0) - first) / Math.max(1, to - 1 - from)
  const guess = step > 0 ? from + Math.ceil((here / (here - next) - first) / step) : from
  let pixel = Math.max(from, Math.min(to, guess))
  while (pixel > from && isTurned(pixel - 1)) pixel -= 1
  while (pixel < to && !isTurned(pixel)) pixel += 1
  return pixel
}

function cellStarts({ cells, before }: Axis): Int32Array {
  const starts = new Int32Array(cells + 1).fill(before.length)
  for (let pixel = before.length - 1; pixel >= 0; pixel -= 1) starts[before[pixel] ?? 0] = pixel
  for (let cell = cells - 1; cell >= 0; cell -= 1) {
    starts[cell] = Math.min(starts[cell] ?? before.length, starts[cell + 1] ?? before.length)
  }
  return starts
}

/** The cells between which the object lies, along both sides; undefined when there is none. */
function reachOf({ values, lines, along }: Sheet): { readonly lines: Reach; readonly along: Reach } | undefined {
  const [inLines, inAlong] = [new Uint8Array(lines.cells), new Uint8Array(along.cells)]
  for (let line = 0; line < lines.cells; line += 1) {
    for (let cell = 0, at = line * lines.stride; cell < along.cells; cell += 1, at += along.stride) {
      if ((values[at] ?? 0) >= 0) inLines[line] = inAlong[cell] = 1
    }
  }
  return inLines.includes(1) ? { lines: reachIn(inLines), along: reachIn(inAlong) } : undefined
}

function reachIn(found: Uint8Array): Reach {
  const last = Math.min(found.length - 1, found.lastIndexOf(1) + 1)
  return { first: Math.max(0, found.indexOf(1) - 1), last }
}

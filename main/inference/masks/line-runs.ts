import { type Axis, between, type Lines, type Reach, readProfile, type Surface } from './surface.ts'

type Visit = (line: number, from: number, to: number) => void

/** A surface that is searched for runs. */
interface Search extends Lines {
  /** The first pixel behind the center of each cell, and one more: the number of pixels. */
  readonly starts: Int32Array
  /** The cells between which the object lies. */
  readonly reach: Reach
  /** Takes the pixels at which a line enters and leaves the object. */
  readonly turns: Int32Array
}

/** Tells every run of pixels of the object, row by row from the top, and in a row from the left. */
export function forEachRowRun({ values, across, down }: Surface, visit: Visit): void {
  forEachRun({ values, lines: down, along: across }, visit)
}

/** The same column by column from the left, and in a column from the top. */
export function forEachColumnRun({ values, across, down }: Surface, visit: Visit): void {
  forEachRun({ values, lines: across, along: down }, visit)
}

/**
 * A run is found from where the values of the cells change their sign, so that it costs as much as the grid is fine, not as the image
 * is large.
 */
function forEachRun(over: Omit<Lines, 'profile'>, visit: Visit): void {
  const { lines, along } = over
  const reach = reachOf(over)
  if (reach === undefined) return
  const profile = new Float64Array(along.cells)
  const turns = new Int32Array(along.cells + 1)
  const search = { ...over, profile, turns, starts: cellStarts(along), reach: reach.along }
  for (let line = 0; line < lines.before.length; line += 1) {
    if (!isWithin(lines.before[line] ?? 0, reach.lines)) continue
    readProfile(search, line, reach.along)
    const count = findTurns(search)
    for (let i = 0; i < count; i += 2) visit(line, turns[i] ?? 0, turns[i + 1] ?? 0)
  }
}

function isWithin(cell: number, { first, last }: Reach): boolean {
  return cell >= first && cell <= last
}

/** The pixels at which a line enters and leaves the object, in turn; how many they are. Two at the same pixel are none. */
function findTurns(search: Search): number {
  const { profile, starts, turns, reach, along } = search
  let count = 0
  let isIn = false
  for (let cell = reach.first; cell <= reach.last; cell += 1) {
    if ((profile[cell] ?? -1) >= 0 === isIn) continue
    isIn = !isIn
    const pixel = cell === reach.first ? (starts[cell] ?? 0) : turnBefore(search, cell)
    count = addTurn(turns, count, pixel)
  }
  return isIn ? addTurn(turns, count, along.before.length) : count
}

function addTurn(turns: Int32Array, count: number, pixel: number): number {
  if (count > 0 && turns[count - 1] === pixel) return count - 1
  turns[count] = pixel
  return count + 1
}

/** Between the cell before and this one the sign changes: the first pixel there on the side of this one, or the one behind them. */
function turnBefore({ along, starts, profile }: Search, cell: number): number {
  const [from, to] = [starts[cell - 1] ?? 0, starts[cell] ?? 0]
  const isIn = (profile[cell] ?? 0) >= 0
  const isTurned = (pixel: number) => between(profile, cell - 1, along.share[pixel] ?? 0) >= 0 === isIn
  let pixel = Math.max(from, Math.min(to, guessTurn(along, [from, to], zeroBetween(profile, cell))))
  // Rounding may have put it a pixel off.
  while (pixel > from && isTurned(pixel - 1)) pixel -= 1
  while (pixel < to && !isTurned(pixel)) pixel += 1
  return pixel
}

/** How far on the way from the cell before to this one the value is 0. */
function zeroBetween(profile: Float64Array, cell: number): number {
  const [before, here] = [profile[cell - 1] ?? 0, profile[cell] ?? 0]
  return before / (before - here)
}

/** The pixel from which on the share of the way is larger; the pixels of a cell lie in equal steps. */
function guessTurn({ share }: Axis, [from, to]: readonly [number, number], way: number): number {
  const first = share[from] ?? 0
  const step = ((share[to - 1] ?? 0) - first) / Math.max(1, to - 1 - from)
  return step > 0 ? from + Math.ceil((way - first) / step) : from
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
function reachOf({ values, lines, along }: Omit<Lines, 'profile'>) {
  const [inLines, inAlong] = [new Uint8Array(lines.cells), new Uint8Array(along.cells)]
  for (let line = 0; line < lines.cells; line += 1) {
    for (let cell = 0, at = line * lines.stride; cell < along.cells; cell += 1, at += along.stride) {
      if ((values[at] ?? -1) >= 0) inLines[line] = inAlong[cell] = 1
    }
  }
  return inLines.includes(1) ? { lines: reachIn(inLines), along: reachIn(inAlong) } : undefined
}

/** From the cell before the first of the object to the one behind its last. */
function reachIn(found: Uint8Array): Reach {
  return { first: Math.max(0, found.indexOf(1) - 1), last: Math.min(found.length - 1, found.lastIndexOf(1) + 1) }
}

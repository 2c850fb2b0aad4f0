import type { Mask } from '#common/geometry/mask'
import type { Ring, Rings } from '#common/geometry/polygon'
import { forEachRowRun } from './line-runs.ts'
import type { Surface } from './surface.ts'

/** A run of pixels of the object in a row. */
interface Run {
  readonly row: number
  readonly from: number
  readonly to: number
}

/** The object with a pixel of nothing around it. */
interface Field {
  readonly stride: number
  /** 0 nothing, 1 object, 2 object on an outline that was walked, -2 such with nothing on its right. */
  readonly cells: Int8Array
}

/** The neighbors of a pixel clockwise on screen: right, below right, below, below left, left, above left, above, above right. */
const [RIGHT, LEFT] = [0, 4]

/**
 * The outer outlines of the parts of the object, along the centers of the pixels at their borders as whole numbers, corners only. Parts
 * are joined across corners; holes, and parts inside holes, have no outline. What covers fewer than three such points has none either.
 * These are the points that clients of the inference server expect: filled with their own border they give the mask again.
 * (Suzuki and Abe, "Topological structural analysis of digitized binary images by border following", 1985, algorithm 2.)
 */
export function outerOutlines(surface: Surface): Rings {
  const runs: Run[] = []
  forEachRowRun(surface, (row, from, to) => runs.push({ row, from, to }))
  return outlinesOf(runs).filter((ring) => ring.length > 4)
}

/** The same of a mask, those of one or two points too. */
export function outerOutlinesOf({ width, height, data }: Mask): Rings {
  const runs: Run[] = []
  for (let row = 0; row < height; row += 1) {
    const line = data.subarray(row * width, (row + 1) * width)
    for (let from = line.indexOf(1); from >= 0; ) {
      const end = line.indexOf(0, from)
      const to = end < 0 ? width : end
      runs.push({ row, from, to })
      from = line.indexOf(1, to)
    }
  }
  return outlinesOf(runs)
}

function outlinesOf(runs: readonly Run[]): Rings {
  const top = runs[0]?.row ?? 0
  const bottom = runs.at(-1)?.row ?? 0
  let [left, right] = [Number.POSITIVE_INFINITY, 0]
  for (const { from, to } of runs) [left, right] = [Math.min(left, from), Math.max(right, to)]
  if (runs.length === 0) return []
  const field = fieldOf(runs, { left, top, width: right - left, height: bottom - top + 1 })
  return walkAll(field, runs, { left, top }).map((cells) => ringOf(cells, { ...field, left, top }))
}

interface Window {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

function fieldOf(runs: readonly Run[], { left, top, width, height }: Window): Field {
  const stride = width + 2
  const cells = new Int8Array(stride * (height + 2))
  for (const { row, from, to } of runs) {
    const start = (row - top + 1) * stride + 1 - left
    cells.fill(1, start + from, start + to)
  }
  return { stride, cells }
}

/** An outer outline begins where a run begins, as long as the row is outside of everything that was walked there. */
function walkAll(field: Field, runs: readonly Run[], { left, top }: Pick<Window, 'left' | 'top'>): number[][] {
  const { stride, cells } = field
  const outlines: number[][] = []
  let [row, mark] = [-1, 0]
  for (const run of runs) {
    if (run.row !== row) [row, mark] = [run.row, 0]
    const start = (row - top + 1) * stride + 1 - left
    if (cells[start + run.from] === 1 && mark <= 0) outlines.push(walk(field, start + run.from))
    mark = lastMark(cells, start + run.from, start + run.to) ?? mark
  }
  return outlines
}

/** The last mark of a walk in a run; undefined when no walk passed it. */
function lastMark(cells: Int8Array, from: number, to: number): number | undefined {
  for (let cell = to - 1; cell >= from; cell -= 1) if (cells[cell] !== 1) return cells[cell]
  return undefined
}

/** Walks around a part with nothing on its left hand, until back where it began. The cells at which it turns. */
function walk({ stride, cells }: Field, start: number): number[] {
  const steps = [1, stride + 1, stride, stride - 1, -1, -stride - 1, -stride, -stride + 1]
  const at = (cell: number, heading: number) => cell + (steps[heading] ?? 0)
  const last = Array.from(steps, (_, i) => (LEFT + i) % 8).find((heading) => cells[at(start, heading)] !== 0)
  if (last === undefined) {
    cells[start] = -2
    return [start]
  }
  const corners: number[] = []
  let [cell, back, before] = [start, last, (last + 4) % 8]
  for (;;) {
    let heading = (back + 7) % 8
    let isOpenRight = false
    while (cells[at(cell, heading)] === 0) {
      if (heading === RIGHT) isOpenRight = true
      heading = (heading + 7) % 8
    }
    if (isOpenRight) cells[cell] = -2
    else if (cells[cell] === 1) cells[cell] = 2
    if (heading !== before) corners.push(cell)
    const next = at(cell, heading)
    if (next === start && cell === at(start, last)) return corners
    ;[cell, back, before] = [next, (heading + 4) % 8, heading]
  }
}

function ringOf(
  cells: readonly number[],
  { stride, left, top }: Pick<Field, 'stride'> & Omit<Window, 'width' | 'height'>,
): Ring {
  return cells.flatMap((cell) => [(cell % stride) - 1 + left, Math.floor(cell / stride) - 1 + top])
}

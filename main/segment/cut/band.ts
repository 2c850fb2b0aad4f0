import type { Mask } from '#common/geometry/mask'
import type { Size } from '#common/geometry/space'
import { COLUMN, DECIDED_AGAINST, DECIDED_FOR, OUTSIDE, type Plot, ROW } from './plot.ts'

/** Returns the pixels of a window whose parents lie along the border of a mask on the next coarser level. */
export function bandPlot({ width, height }: Size, coarse: Mask): Plot {
  const blocks = blocksAlong(coarse)
  const nodes = 4 * blocks.count
  const [columns, rows] = [new Int32Array(nodes).fill(-1), new Int32Array(nodes)]
  const beside = new Int32Array(8 * nodes).fill(OUTSIDE)
  const near = new Int32Array(9)
  for (let block = 0; block < blocks.count; block++) {
    const at = blocks.at[block] ?? 0
    const [across, down] = [at % coarse.width, Math.floor(at / coarse.width)]
    lookAround(coarse, blocks, { across, down, near })
    for (let part = 0; part < 4; part++) openPixel(4 * block + part, 2 * across + (part & 1), 2 * down + (part >> 1))
  }
  return { width, height, columns, rows, beside }

  /** The window may end inside its last blocks; nodes beyond it keep column −1. */
  function openPixel(node: number, column: number, row: number): void {
    if (column >= width || row >= height) return
    columns[node] = column
    rows[node] = row
    for (let slot = 0; slot < 8; slot++) {
      const [right, down] = [column + (COLUMN[slot] ?? 0), row + (ROW[slot] ?? 0)]
      if (right >= width || down >= height) continue
      const step = 8 * (node & 3) + slot
      const there = near[BLOCK[step] ?? 0] ?? OUTSIDE
      beside[8 * node + slot] = there < 0 ? there : there + (PART[step] ?? 0)
    }
  }
}

/**
 * By part of a block and slot: which of the nine blocks around holds the neighbor, and which part of that block it is.
 */
const BLOCK = Int32Array.from({ length: 32 }, (_, step) => 3 * (1 + (rowFrom(step) >> 1)) + 1 + (columnFrom(step) >> 1))
const PART = Int32Array.from({ length: 32 }, (_, step) => 2 * (rowFrom(step) & 1) + (columnFrom(step) & 1))

function columnFrom(step: number): number {
  return ((step >> 3) & 1) + (COLUMN[step & 7] ?? 0)
}

function rowFrom(step: number): number {
  return (step >> 4) + (ROW[step & 7] ?? 0)
}

/** Fills `near` with the first nodes of a block and its eight neighbors, or with their decided states. */
function lookAround({ width, height, data }: Mask, { numberOf }: Blocks, { across, down, near }: Around): void {
  for (let place = 0; place < 9; place++) {
    const [column, row] = [across - 1 + (place % 3), down - 1 + Math.floor(place / 3)]
    const at = row * width + column
    const number = numberOf[at < 0 ? 0 : at] ?? 0
    if (column < 0 || row < 0 || column >= width || row >= height) near[place] = OUTSIDE
    else if (number > 0) near[place] = 4 * (number - 1)
    else near[place] = data[at] === 1 ? DECIDED_FOR : DECIDED_AGAINST
  }
}

interface Around {
  readonly across: number
  readonly down: number
  /** Receives the nine results, row by row. */
  readonly near: Int32Array
}

interface Blocks {
  readonly count: number
  /** The coarse pixel of each 2 × 2 block. */
  readonly at: Int32Array
  /** The 1-based number of the block below each coarse pixel; 0 for none. */
  readonly numberOf: Int32Array
}

/** Returns the blocks on both sides of the border, with diagonal contact included. */
function blocksAlong(coarse: Mask): Blocks {
  const numberOf = new Int32Array(coarse.data.length)
  const most = markBorder(coarse, numberOf)
  const at = new Int32Array(most)
  let count = 0
  for (let i = 0; i < numberOf.length; i++) {
    if (numberOf[i] === 0) continue
    at[count++] = i
    numberOf[i] = count
  }
  return { count, at, numberOf }
}

/**
 * Marks pixels with a different neighbor. Returns the number of writes, an upper bound for the number of such pixels.
 */
function markBorder({ width, height, data }: Mask, marks: Int32Array): number {
  let marked = 0
  for (let row = 0, i = 0; row < height; row++) {
    const isLast = row + 1 === height
    for (let column = 0; column < width; column++, i++) {
      const own = data[i]
      if (column + 1 < width && data[i + 1] !== own) mark(i, i + 1)
      if (isLast) continue
      if (data[i + width] !== own) mark(i, i + width)
      if (column > 0 && data[i + width - 1] !== own) mark(i, i + width - 1)
      if (column + 1 < width && data[i + width + 1] !== own) mark(i, i + width + 1)
    }
  }
  return marked

  function mark(a: number, b: number): void {
    marks[a] = 1
    marks[b] = 1
    marked += 2
  }
}

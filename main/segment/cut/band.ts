import type { Mask } from '#common/geometry/mask'
import type { Pyramid } from '../picture/raster.ts'
import type { Window } from '../picture/window.ts'
import type { Plot } from './cutter.ts'
import { contrastIn } from './plot.ts'

/** The pixels of a window below those that lie along the border of a mask on the next coarser level. */
export function bandPlot(pyramid: Pyramid, window: Window, coarse: Mask): Plot {
  const { width, height } = window
  const blocks = blocksAlong(coarse)
  const nodeOf = new Int32Array(4 * blocks.count).fill(-1)
  const [columns, rows] = [new Int32Array(4 * blocks.count), new Int32Array(4 * blocks.count)]
  let nodes = 0
  for (let i = 0; i < blocks.numberOf.length; i++) {
    const block = blocks.numberOf[i] ?? -1
    if (block >= 0) openBlock(4 * block, 2 * (i % coarse.width), 2 * Math.floor(i / coarse.width))
  }
  return {
    width,
    height,
    columns: columns.subarray(0, nodes),
    rows: rows.subarray(0, nodes),
    nodeAt(column, row) {
      const block = blocks.numberOf[(row >> 1) * coarse.width + (column >> 1)] ?? -1
      return block < 0 ? -1 : (nodeOf[4 * block + 2 * (row & 1) + (column & 1)] ?? -1)
    },
    isObject: (column, row) => coarse.data[(row >> 1) * coarse.width + (column >> 1)] === 1,
    contrast: contrastIn(pyramid, window),
  }

  /** The window may end inside its last blocks. */
  function openBlock(first: number, left: number, top: number): void {
    for (let part = 0; part < 4; part++) {
      const [column, row] = [left + (part & 1), top + (part >> 1)]
      if (column >= width || row >= height) continue
      columns[nodes] = column
      rows[nodes] = row
      nodeOf[first + part] = nodes++
    }
  }
}

interface Blocks {
  readonly count: number
  /** The number of the block of four pixels below each coarse pixel, −1 for none. */
  readonly numberOf: Int32Array
}

/** Pixels on either side of the border, also where they touch it with a corner. */
function blocksAlong({ width, height, data }: Mask): Blocks {
  const numberOf = new Int32Array(data.length).fill(-1)
  let count = 0
  for (let row = 0, i = 0; row < height; row++) {
    for (let column = 0; column < width; column++, i++) {
      if (column + 1 < width) compare(i, i + 1)
      if (row + 1 === height) continue
      compare(i, i + width)
      if (column > 0) compare(i, i + width - 1)
      if (column + 1 < width) compare(i, i + width + 1)
    }
  }
  return { count, numberOf }

  function compare(a: number, b: number): void {
    if (data[a] === data[b]) return
    if (numberOf[a] === -1) numberOf[a] = count++
    if (numberOf[b] === -1) numberOf[b] = count++
  }
}

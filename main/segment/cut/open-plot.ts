import type { Size } from '#common/geometry/space'
import { COLUMN, DECIDED_AGAINST, DECIDED_FOR, OUTSIDE, type Plot, ROW } from './plot.ts'

/** States of a pixel before the cut. */
export const [BACKGROUND, OBJECT, OPEN] = [0, 1, 2]

/** Returns the undecided pixels of a window, given the state of every pixel. */
export function openPlot({ width, height }: Size, state: Uint8Array): Plot {
  const known = new Int32Array(state.length)
  let count = 0
  for (let i = 0; i < state.length; i++) {
    known[i] = state[i] === OPEN ? count++ : state[i] === OBJECT ? DECIDED_FOR : DECIDED_AGAINST
  }
  const [columns, rows] = [new Int32Array(count), new Int32Array(count)]
  const beside = new Int32Array(8 * count).fill(OUTSIDE)
  for (let row = 0, i = 0, node = 0; row < height; row++) {
    for (let column = 0; column < width; column++, i++) {
      if (state[i] !== OPEN) continue
      columns[node] = column
      rows[node] = row
      lookAround(8 * node++, column, row)
    }
  }
  return { width, height, columns, rows, beside }

  function lookAround(first: number, column: number, row: number): void {
    for (let slot = 0; slot < 8; slot++) {
      const [across, down] = [column + (COLUMN[slot] ?? 0), row + (ROW[slot] ?? 0)]
      const isInside = across >= 0 && down >= 0 && across < width && down < height
      if (isInside) beside[first + slot] = known[down * width + across] ?? OUTSIDE
    }
  }
}

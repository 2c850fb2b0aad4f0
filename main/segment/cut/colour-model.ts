import type { Mask } from '#common/geometry/mask'
import { cellAt, density, emptyCounts, FINE } from '../picture/histogram.ts'
import { levelOf, type Pyramid } from '../picture/raster.ts'
import type { Window } from '../picture/window.ts'

/** For every colour cell, how much it speaks for the object, in nats. */
export type ColourModel = Float32Array

/** A share of either side may have any colour, so that unseen colours stay undecided. */
const [OUTLIERS, EVEN] = [0.1, 1 / 3000]
const MOST = 3

/** Compares the colours inside the mask with those around it in the window. */
export function colourModel(pyramid: Pyramid, window: Window, { data }: Mask): ColourModel {
  const [inside, outside] = [emptyCounts(FINE), emptyCounts(FINE)]
  const cell = cellIn(pyramid, window)
  for (let row = 0, i = 0; row < window.height; row++) {
    for (let column = 0; column < window.width; column++, i++) {
      const counts = data[i] === 1 ? inside : outside
      const at = cell(column, row)
      counts[at] = (counts[at] ?? 0) + 1
    }
  }
  const [within, around] = [density(inside, FINE), density(outside, FINE)]
  for (let i = 0; i < within.length; i++) {
    const ratio = mixed(within[i] ?? 0) / mixed(around[i] ?? 0)
    within[i] = Math.max(-MOST, Math.min(MOST, Math.log(ratio)))
  }
  return within
}

function mixed(share: number): number {
  return (1 - OUTLIERS) * share + OUTLIERS * EVEN
}

/** The colour cell of a pixel of the window. */
export function cellIn(pyramid: Pyramid, { level, left, top }: Window): (column: number, row: number) => number {
  const { width, data } = levelOf(pyramid, level)
  return (column, row) => cellAt(data, (top + row) * width + left + column, FINE)
}

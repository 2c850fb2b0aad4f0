import type { Mask } from '#common/geometry/mask'
import { cellAt, density, emptyCounts, FINE } from '../image/histogram.ts'
import { levelOf, type Pyramid, type Raster } from '../image/raster.ts'
import type { Window } from '../image/window.ts'
import type { Plot } from './plot.ts'

/** Evidence for the object by color cell, in nats. */
export type ColourModel = Float32Array

/** Outlier fraction of either side that may have any color, so that unseen colors stay undecided. */
const [OUTLIERS, EVEN] = [0.1, 1 / 3000]
const MOST = 3

/** Compares the colors inside the mask with those around it in the window. */
export function colourModel(pyramid: Pyramid, window: Window, { data }: Mask): ColourModel {
  const [inside, outside] = [emptyCounts(FINE), emptyCounts(FINE)]
  const raster = levelOf(pyramid, window.level)
  for (let row = 0, i = 0; row < window.height; row++) {
    const first = pixelIn(raster, window, { column: 0, row })
    for (let column = 0; column < window.width; column++, i++) {
      const counts = data[i] === 1 ? inside : outside
      const cell = cellAt(raster.data, first + column, FINE)
      counts[cell] = (counts[cell] ?? 0) + 1
    }
  }
  const [within, around] = [density(inside, FINE), density(outside, FINE)]
  for (let i = 0; i < within.length; i++) {
    const [near, far] = [within[i] ?? 0, around[i] ?? 0]
    if (near === 0 && far === 0) continue
    within[i] = Math.max(-MOST, Math.min(MOST, Math.log(mixed(near) / mixed(far))))
  }
  return within
}

function mixed(share: number): number {
  return (1 - OUTLIERS) * share + OUTLIERS * EVEN
}

/** Returns the color cells of pixels of the window. */
export function cellsOf(
  raster: Raster,
  window: Window,
  { columns, rows }: Pick<Plot, 'columns' | 'rows'>,
): Uint16Array {
  const cells = new Uint16Array(columns.length)
  for (let node = 0; node < cells.length; node++) {
    const place = { column: columns[node] ?? 0, row: rows[node] ?? 0 }
    cells[node] = cellAt(raster.data, pixelIn(raster, window, place), FINE)
  }
  return cells
}

function pixelIn({ width }: Raster, { left, top }: Window, { column, row }: { column: number; row: number }): number {
  return (top + row) * width + left + column
}

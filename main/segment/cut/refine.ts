import type { Box } from '#common/geometry/box'
import type { Mask } from '#common/geometry/mask'
import type { Pyramid } from '../picture/raster.ts'
import { finer, touching, type Window } from '../picture/window.ts'
import { bandPlot } from './band.ts'
import type { Carved } from './carve.ts'
import { cellIn } from './colour-model.ts'
import { cutterFor, type Plot } from './cutter.ts'

const SMOOTHNESS = 4
const COLOUR_WEIGHT = 0.5
/** How much speaks for leaving a pixel on the side where the coarser level had it. */
const INERTIA = 0.7
const CERTAINTY = 1000

export interface Fine {
  readonly window: Window
  readonly mask: Mask
}

interface Ground {
  readonly pyramid: Pyramid
  /** Nothing outside belongs to the object. */
  readonly limits: Box
}

/** Decides the border again in a band around it, level by level, down to the picture's own or one of so many pixels. */
export function refined({ pyramid, limits }: Ground, { window, mask, colours }: Carved, mostPixels: number): Fine {
  let fine: Fine = { window, mask }
  while (fine.window.level > 0 && fine.window.width * fine.window.height * 4 <= mostPixels) {
    const next = finer(pyramid, fine.window)
    const plot = bandPlot(pyramid, next, fine.mask)
    const [cell, isInside] = [cellIn(pyramid, next), touching(next, limits)]
    const evidence = (node: number) => {
      const [column, row] = [plot.columns[node] ?? 0, plot.rows[node] ?? 0]
      if (!isInside(column, row)) return -CERTAINTY
      const inertia = plot.isObject(column, row) ? INERTIA : -INERTIA
      return COLOUR_WEIGHT * (colours[cell(column, row)] ?? 0) + inertia
    }
    const cutter = cutterFor(plot, SMOOTHNESS)
    fine = { window: next, mask: withNodes(enlarged(fine.mask, next), plot, cutter(evidence)) }
  }
  return fine
}

function withNodes(mask: Mask, { columns, rows }: Plot, side: Uint8Array): Mask {
  for (let node = 0; node < side.length; node++) {
    mask.data[(rows[node] ?? 0) * mask.width + (columns[node] ?? 0)] = side[node] ?? 0
  }
  return mask
}

function enlarged({ width: coarse, data }: Mask, { width, height }: Window): Mask {
  const large = new Uint8Array(width * height)
  for (let row = 0; row < height; row += 2) {
    const [from, to] = [(row >> 1) * coarse, row * width]
    for (let column = 0; column < width; column++) large[to + column] = data[from + (column >> 1)] ?? 0
    if (row + 1 < height) large.copyWithin(to + width, to, to + width)
  }
  return { width, height, data: large }
}

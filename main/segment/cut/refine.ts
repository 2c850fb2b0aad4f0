import type { Box } from '#common/geometry/box'
import { type Mask, maskBounds } from '#common/geometry/mask'
import { levelOf, type Pyramid } from '../image/raster.ts'
import { finer, touching, type Window } from '../image/window.ts'
import { bandPlot } from './band.ts'
import type { Carved } from './carve.ts'
import { type ColourModel, cellsOf } from './colour-model.ts'
import { cut, type Evidence, graphOf, priceScale, UNITS } from './cutter.ts'
import type { Plot } from './plot.ts'

/** A border between two equal pixels costs four nats. */
const BORDER = priceScale(4)
const COLOUR_WEIGHT = 0.5
/** Evidence for the side that a pixel had on the coarser level. */
const INERTIA = 0.7
const CERTAINTY = 1000
/**
 * Margin around the object: the border moves by less than two pixels of the first level in total, and its neighbors
 * are needed.
 */
const MARGIN = 3

export interface Fine {
  readonly window: Window
  readonly mask: Mask
}

interface Ground {
  readonly pyramid: Pyramid
  /** The object lies inside these limits. */
  readonly limits: Box
}

/**
 * Refines the border in a band around it, level by level, down to full resolution or to a level of at most
 * `mostPixels`.
 */
export function refined({ pyramid, limits }: Ground, { window, mask, colours }: Carved, mostPixels: number): Fine {
  let fine = closeUp({ window, mask })
  for (let whole = window; whole.level > 0 && whole.width * whole.height * 4 <= mostPixels; ) {
    whole = finer(pyramid, whole)
    const next = finer(pyramid, fine.window)
    const plot = bandPlot(next, fine.mask)
    const evidence = opinions({ pyramid, limits }, { window: next, mask: fine.mask, colours }, plot)
    const side = cut(graphOf(pyramid, next, { plot, scale: BORDER }), evidence)
    fine = { window: next, mask: withNodes(enlarged(fine.mask, next), plot, side) }
  }
  return fine
}

/** Returns the part of the window around the object that the border can reach. */
function closeUp({ window, mask }: Fine): Fine {
  const bounds = maskBounds(mask)
  if (!bounds) return { window, mask }
  const [left, top] = [Math.max(0, bounds.x0 - MARGIN), Math.max(0, bounds.y0 - MARGIN)]
  const width = Math.min(window.width, bounds.x1 + MARGIN) - left
  const height = Math.min(window.height, bounds.y1 + MARGIN) - top
  const data = new Uint8Array(width * height)
  for (let row = 0; row < height; row++) {
    const from = (top + row) * window.width + left
    data.set(mask.data.subarray(from, from + width), row * width)
  }
  const { level } = window
  return {
    window: { level, left: window.left + left, top: window.top + top, width, height },
    mask: { width, height, data },
  }
}

interface Next extends Fine {
  readonly colours: ColourModel
}

/** Returns the evidence for every node from the colors, the coarser mask and the limits. */
function opinions({ pyramid, limits }: Ground, { window, mask, colours }: Next, { columns, rows }: Plot): Evidence {
  const isInside = touching(window, limits)
  const cells = cellsOf(levelOf(pyramid, window.level), window, { columns, rows })
  const evidence = new Int32Array(columns.length)
  for (let node = 0; node < columns.length; node++) {
    const [column, row] = [columns[node] ?? 0, rows[node] ?? 0]
    if (column < 0) continue
    const inertia = mask.data[(row >> 1) * mask.width + (column >> 1)] === 1 ? INERTIA : -INERTIA
    const nats = COLOUR_WEIGHT * (colours[cells[node] ?? 0] ?? 0) + inertia
    evidence[node] = Math.round((isInside(column, row) ? nats : -CERTAINTY) * UNITS)
  }
  return evidence
}

function withNodes(mask: Mask, { columns, rows }: Plot, side: Uint8Array): Mask {
  for (let node = 0; node < side.length; node++) {
    const column = columns[node] ?? 0
    if (column >= 0) mask.data[(rows[node] ?? 0) * mask.width + column] = side[node] ?? 0
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

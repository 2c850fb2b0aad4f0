import type { Seen } from '../kit/predictor.ts'

/** How the cells of a map that a network answers for its frame lie over the image, along one axis. */
export interface CellAxis {
  /** Cells from the image's border; continuous. */
  cellAt(pixel: number): number
  /** The cells that show the image: from the first up to, without, the second; at least one. */
  readonly shown: readonly [from: number, to: number]
  /** The pixels of the image that the network saw, continuous. */
  readonly seen: readonly [from: number, to: number]
}

interface Axis {
  readonly frame: number
  readonly cells: number
}

/** Across: the frame's width and the map's. */
export function cellsAcross({ toImage: { a, e }, content: { x0, x1 } }: Seen, axis: Axis): CellAxis {
  return cellAxis(axis, { scale: a, shift: e, content: [x0, x1] })
}

/** Down: the frame's height and the map's. */
export function cellsDown({ toImage: { d, f }, content: { y0, y1 } }: Seen, axis: Axis): CellAxis {
  return cellAxis(axis, { scale: d, shift: f, content: [y0, y1] })
}

interface ToImage {
  /** A place of the frame is `scale · place + shift` in the image. */
  readonly scale: number
  readonly shift: number
  readonly content: readonly [from: number, to: number]
}

function cellAxis({ frame, cells }: Axis, { scale, shift, content: [start, end] }: ToImage): CellAxis {
  const perFrame = cells / frame
  // A part narrower than a cell lies in the cell around it, however that is rounded.
  const within = Math.min(Math.round(start * perFrame), Math.ceil(end * perFrame) - 1)
  const from = Math.min(cells - 1, Math.max(0, within))
  const to = Math.min(cells, Math.max(from + 1, Math.round(end * perFrame)))
  return {
    cellAt: (pixel) => ((pixel - shift) / scale) * perFrame,
    shown: [from, to],
    seen: [scale * start + shift, scale * end + shift],
  }
}

import type { Mask } from './mask.ts'
import type { Ring, Rings } from './polygon.ts'

/** A mask padded by one background pixel, so that tracing needs no bounds checks. */
interface Grid {
  readonly stride: number
  /** 0 background, 1 object, 2 object whose upper edge a ring has followed. */
  readonly cells: Uint8Array
}

/** Offsets from a pixel corner for each heading: right, down, left, up. */
interface Headings {
  readonly step: Int32Array
  /** From the corner to the pixel ahead on the right and on the left. */
  readonly aheadRight: Int32Array
  readonly aheadLeft: Int32Array
}

/**
 * Traces the borders of the object along pixel edges, corners only: outer borders clockwise on screen, holes
 * counter-clockwise. Filling them restores the mask exactly. Pixels that touch only at a corner are separate parts
 * (4-connectivity), so an outer border does not cross the corner between them.
 */
export function traceMask(mask: Mask): Rings {
  const grid = padded(mask)
  const headings = headingsOf(grid)
  const rings: Ring[] = []
  const { stride, cells } = grid
  for (let corner = 0; corner + stride + 1 < cells.length; corner++) {
    if (cells[corner + stride + 1] === 1 && cells[corner + 1] === 0) rings.push(traceRing(grid, headings, corner))
  }
  return rings
}

/** Walks from a corner to the right, with the object on the right, until it returns to the start. */
function traceRing({ stride, cells }: Grid, { step, aheadRight, aheadLeft }: Headings, start: number): Ring {
  const ring: number[] = []
  let [corner, heading] = [start, 0]
  do {
    ring.push(corner % stride, Math.floor(corner / stride))
    let turn = 0
    while (turn === 0) {
      if (heading === 0) cells[corner + stride + 1] = 2
      corner += step[heading] ?? 0
      if (cells[corner + (aheadRight[heading] ?? 0)] === 0) turn = 1
      else if (cells[corner + (aheadLeft[heading] ?? 0)] !== 0) turn = 3
    }
    heading = (heading + turn) % 4
  } while (corner !== start || heading !== 0)
  return ring
}

/** The index of corner (x, y) is that of the padded pixel above and left of it. */
function headingsOf({ stride }: Grid): Headings {
  const [upLeft, upRight, downLeft, downRight] = [0, 1, stride, stride + 1]
  return {
    step: Int32Array.of(1, stride, -1, -stride),
    aheadRight: Int32Array.of(downRight, downLeft, upLeft, upRight),
    aheadLeft: Int32Array.of(upRight, downRight, downLeft, upLeft),
  }
}

function padded({ width, height, data }: Mask): Grid {
  const stride = width + 2
  const cells = new Uint8Array(stride * (height + 2))
  for (let row = 0; row < height; row++) {
    cells.set(data.subarray(row * width, (row + 1) * width), (row + 1) * stride + 1)
  }
  return { stride, cells }
}

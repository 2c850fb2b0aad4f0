import type { Box } from '../geometry/box.ts'
import type { Size } from '../geometry/space.ts'
import type { Preprocessing } from './preprocessing.ts'

type Edges = NonNullable<Preprocessing['static-crop']>

/** Returns the window that a crop keeps, in image pixels. Edges are rounded down, and at least one pixel is left. */
export function cropWindow({ x_min, x_max, y_min, y_max }: Edges, { width, height }: Size): Box {
  const [x0, x1] = interval([x_min, x_max], width)
  const [y0, y1] = interval([y_min, y_max], height)
  return { x0, y0, x1, y1 }
}

function interval([min, max]: readonly [number, number], size: number): readonly [number, number] {
  const from = Math.min(Math.floor((min / 100) * size), size - 1)
  return [from, Math.max(from + 1, Math.floor((max / 100) * size))]
}

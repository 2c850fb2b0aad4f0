import type { Size } from '#common/geometry/space'

/** The undecided pixels of a window as nodes, and the states around them. */
export interface Plot extends Size {
  /** Column of each node; −1 for a node outside the window, which has no links. */
  readonly columns: Int32Array
  readonly rows: Int32Array
  /** Neighbor of node `n` in slot `s`, at `8n + s`: another node, or one of the three constants below. */
  readonly beside: Int32Array
}

/** Neighbors that are no nodes: outside the window, or decided. */
export const [OUTSIDE, DECIDED_AGAINST, DECIDED_FOR] = [-1, -2, -3]

/** Column offset of the neighbor by slot. */
export const COLUMN = Int8Array.of(-1, 0, 1, -1, 1, -1, 0, 1)
export const ROW = Int8Array.of(-1, -1, -1, 0, 0, 1, 1, 1)

/** Returns the squared distance of two colors, weighted roughly by perception. */
export function contrast(rgb: Uint8Array, a: number, b: number): number {
  const red = (rgb[3 * a] ?? 0) - (rgb[3 * b] ?? 0)
  const green = (rgb[3 * a + 1] ?? 0) - (rgb[3 * b + 1] ?? 0)
  const blue = (rgb[3 * a + 2] ?? 0) - (rgb[3 * b + 2] ?? 0)
  return (2 * red * red + 4 * green * green + 3 * blue * blue) / 9
}

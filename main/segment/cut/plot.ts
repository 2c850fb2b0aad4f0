import type { Size } from '#common/geometry/space'

/** The pixels of a window that a cut decides, as nodes, and what is known of those around them. */
export interface Plot extends Size {
  /** Where each node lies; column −1 for one that lies nowhere and is linked with none. */
  readonly columns: Int32Array
  readonly rows: Int32Array
  /** The neighbour in slot `s` of node `n`, at `8n + s`: another node, or one of the three below. */
  readonly beside: Int32Array
}

/** Beside a node: nothing any more, or a pixel that is decided. */
export const [OUTSIDE, DECIDED_AGAINST, DECIDED_FOR] = [-1, -2, -3]

/** By slot: where a neighbour lies. */
export const COLUMN = Int8Array.of(-1, 0, 1, -1, 1, -1, 0, 1)
export const ROW = Int8Array.of(-1, -1, -1, 0, 0, 1, 1, 1)

/** The squared distance of two colours, weighted roughly as the eye does. */
export function contrast(rgb: Uint8Array, a: number, b: number): number {
  const red = (rgb[3 * a] ?? 0) - (rgb[3 * b] ?? 0)
  const green = (rgb[3 * a + 1] ?? 0) - (rgb[3 * b + 1] ?? 0)
  const blue = (rgb[3 * a + 2] ?? 0) - (rgb[3 * b + 2] ?? 0)
  return (2 * red * red + 4 * green * green + 3 * blue * blue) / 9
}

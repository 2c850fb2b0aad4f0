import { levelOf, type Pyramid } from '../picture/raster.ts'
import type { Window } from '../picture/window.ts'
import { COLUMN, type Plot, ROW } from './cutter.ts'

/** What is known of a pixel before the cut. */
export const [BACKGROUND, OBJECT, OPEN] = [0, 1, 2]

/** The open pixels of a window whose every pixel has a state. */
export function openPlot(pyramid: Pyramid, window: Window, state: Uint8Array): Plot {
  const { width } = window
  const nodeOf = new Int32Array(state.length).fill(-1)
  let count = 0
  for (let i = 0; i < state.length; i++) if (state[i] === OPEN) nodeOf[i] = count++
  const [columns, rows] = [new Int32Array(count), new Int32Array(count)]
  for (let i = 0; i < state.length; i++) {
    const node = nodeOf[i] ?? -1
    if (node < 0) continue
    columns[node] = i % width
    rows[node] = Math.floor(i / width)
  }
  return {
    width,
    height: window.height,
    columns,
    rows,
    nodeAt: (column, row) => nodeOf[row * width + column] ?? -1,
    isObject: (column, row) => state[row * width + column] === OBJECT,
    contrast: contrastIn(pyramid, window),
  }
}

/** The squared distance of the colours of a pixel of the window and of its neighbour in a slot. */
export function contrastIn(pyramid: Pyramid, { level, left, top }: Window): Plot['contrast'] {
  const { width, data } = levelOf(pyramid, level)
  return (column, row, slot) => {
    const pixel = (top + row) * width + left + column
    return contrast(data, pixel, pixel + (ROW[slot] ?? 0) * width + (COLUMN[slot] ?? 0))
  }
}

/** The squared distance of two colours, weighted roughly as the eye does. */
export function contrast(rgb: Uint8Array, a: number, b: number): number {
  const red = (rgb[3 * a] ?? 0) - (rgb[3 * b] ?? 0)
  const green = (rgb[3 * a + 1] ?? 0) - (rgb[3 * b + 1] ?? 0)
  const blue = (rgb[3 * a + 2] ?? 0) - (rgb[3 * b + 2] ?? 0)
  return (2 * red * red + 4 * green * green + 3 * blue * blue) / 9
}

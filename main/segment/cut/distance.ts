import type { Mask } from '#common/geometry/mask'
import type { Size } from '#common/geometry/space'

/**
 * Returns the distance in pixels to the border of the mask (chamfer steps of 1 and √2): positive inside, negative
 * outside.
 */
export function signedDistance(mask: Mask): Float32Array {
  const distance = new Float32Array(mask.data.length).fill(Infinity)
  settle(mask, distance, 1)
  settle(mask, distance, -1)
  return distance.map((way, i) => (mask.data[i] === 1 ? way - 0.5 : 0.5 - way))
}

/** Sweeps once over all pixels, forwards or backwards, and shortens each distance to a pixel of the other kind. */
function settle({ width, data }: Mask, distance: Float32Array, order: 1 | -1): void {
  const last = data.length - 1
  for (let step = 0, column = 0; step <= last; step++, column = column + 1 === width ? 0 : column + 1) {
    const i = order === 1 ? step : last - step
    const above = i - order * width
    let way = distance[i] ?? 0
    if (column > 0) way = Math.min(way, wayFrom(i - order, i) + 1)
    if (step >= width) {
      way = Math.min(way, wayFrom(above, i) + 1)
      if (column > 0) way = Math.min(way, wayFrom(above - order, i) + Math.SQRT2)
      if (column < width - 1) way = Math.min(way, wayFrom(above + order, i) + Math.SQRT2)
    }
    distance[i] = way
  }

  function wayFrom(pixel: number, to: number): number {
    return data[pixel] === data[to] ? (distance[pixel] ?? 0) : 0
  }
}

/** Returns the price of a step between two neighboring pixels, per pixel of its length. */
type StepPrice = (from: number, to: number) => number

/** Lowers every distance to the shortest path, approximated by one sweep in each direction. */
export function spread(distance: Float32Array, size: Size, price: StepPrice): void {
  const { width } = size
  sweep(distance, size, { price, order: 1, neighbours: [-1, -width, -width - 1, -width + 1] })
  sweep(distance, size, { price, order: -1, neighbours: [1, width, width + 1, width - 1] })
}

interface Sweep {
  readonly price: StepPrice
  readonly order: 1 | -1
  /** Offsets of the neighbors behind, above and on both diagonals above, in the direction of the sweep. */
  readonly neighbours: readonly [number, number, number, number]
}

function sweep(distance: Float32Array, { width, height }: Size, { price, order, neighbours }: Sweep): void {
  const [behind, above, aboveBehind, aboveAhead] = neighbours
  const last = width * height - 1
  for (let step = 0; step <= last; step++) {
    const i = order === 1 ? step : last - step
    const [column, isFirstRow] = [step % width, step < width]
    if (column > 0) lower(i, i + behind, 1)
    if (!isFirstRow) lower(i, i + above, 1)
    if (!isFirstRow && column > 0) lower(i, i + aboveBehind, Math.SQRT2)
    if (!isFirstRow && column < width - 1) lower(i, i + aboveAhead, Math.SQRT2)
  }

  function lower(to: number, from: number, length: number): void {
    const reached = distance[from] ?? Infinity
    if (reached >= (distance[to] ?? 0)) return
    const way = reached + length * price(from, to)
    if (way < (distance[to] ?? 0)) distance[to] = way
  }
}

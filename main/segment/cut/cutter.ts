import { levelOf, type Pyramid } from '../image/raster.ts'
import type { Window } from '../image/window.ts'
import { type FlowGraph, sourceSide } from './max-flow.ts'
import { COLUMN, contrast, DECIDED_FOR, OUTSIDE, type Plot, ROW } from './plot.ts'

/** Evidence for (positive) or against (negative) the object at each node, in units. */
export type Evidence = Int32Array

/** Units per nat. */
export const UNITS = 256

/** Contrast below this is sensor noise, even in a flat image. */
const LEAST_CONTRAST = 30
const [STEPS, STEPS_PER_USUAL] = [1024, 64]

/** Border prices by contrast step, for direct and for diagonal neighbors. */
export interface PriceScale {
  readonly straight: Int32Array
  readonly diagonal: Int32Array
}

/** Returns the prices for `smoothness`, the price of a border between two equal pixels, in nats. */
export function priceScale(smoothness: number): PriceScale {
  return { straight: pricesByContrast(smoothness), diagonal: pricesByContrast(smoothness * Math.SQRT1_2) }
}

interface Ground {
  readonly plot: Plot
  readonly scale: PriceScale
}

/**
 * Returns the flow graph of a plot with the prices of all possible borders. It is cut once, and then again with doubt.
 */
export function graphOf(pyramid: Pyramid, window: Window, { plot, scale }: Ground): FlowGraph {
  const nodes = plot.columns.length
  const graph = {
    nodes,
    neighbour: plot.beside,
    capacity: new Int32Array(8 * nodes),
    terminal: new Int32Array(nodes),
  }
  link(graph, plot, borderPrices(pyramid, window, { plot, scale }))
  return graph
}

/** Returns the object with the cheapest border, 1 for its nodes (minimum cut). */
export function cut({ nodes, terminal, ...edges }: FlowGraph, evidence: Evidence): Uint8Array {
  for (let node = 0; node < nodes; node++) terminal[node] = (terminal[node] ?? 0) + (evidence[node] ?? 0)
  return sourceSide({ nodes, terminal, ...edges })
}

/**
 * Returns the objects with more and with less evidence for every node than in the cut that was made. One contains that
 * cut and the other lies inside it, so that a single search finds both, each on its own side of the cut.
 */
export function cutInDoubt(
  graph: FlowGraph,
  side: Uint8Array,
  units: number,
): { loose: Uint8Array; tight: Uint8Array } {
  const { nodes, neighbour, capacity, terminal } = graph
  for (let node = 0; node < nodes; node++) {
    const own = side[node]
    terminal[node] = (terminal[node] ?? 0) + (own === 1 ? -units : units)
    for (let edge = 8 * node; edge < 8 * node + 8; edge++) {
      const other = neighbour[edge] ?? OUTSIDE
      if (other >= 0 && side[other] !== own) capacity[edge] = 0
    }
  }
  const next = sourceSide(graph)
  const [loose, tight] = [new Uint8Array(nodes), new Uint8Array(nodes)]
  for (let node = 0; node < nodes; node++) {
    loose[node] = (side[node] ?? 0) | (next[node] ?? 0)
    tight[node] = (side[node] ?? 0) & (next[node] ?? 0)
  }
  return { loose, tight }
}

/** Links every node with its eight neighbors. Decided neighbors add to the terminal of the node. */
function link({ neighbour, capacity, terminal }: FlowGraph, { columns }: Plot, { pixels, priceAt }: Prices): void {
  for (let node = 0; node < columns.length; node++) {
    const pixel = pixels[node] ?? 0
    let pull = 0
    for (let slot = 0; slot < 8; slot++) {
      const other = neighbour[8 * node + slot] ?? OUTSIDE
      if (other === OUTSIDE || (other >= 0 && slot < 4)) continue
      const price = priceAt(pixel, slot)
      if (other < 0) {
        pull += other === DECIDED_FOR ? price : -price
        continue
      }
      capacity[8 * node + slot] = price
      capacity[8 * other + 7 - slot] = price
    }
    terminal[node] = pull
  }
}

interface Prices {
  /** The pixel of each node on its level. */
  readonly pixels: Int32Array
  /** Returns the price of a border between a pixel and its neighbor. */
  priceAt(pixel: number, slot: number): number
}

/** A border costs less where colors differ more than is usual in this image. */
function borderPrices(pyramid: Pyramid, window: Window, { plot, scale }: Ground): Prices {
  const { columns, rows } = plot
  const { width, data } = levelOf(pyramid, window.level)
  const offsets = Int32Array.from(COLUMN, (column, slot) => column + (ROW[slot] ?? 0) * width)
  const pixels = columns.map((column, node) => (window.top + (rows[node] ?? 0)) * width + window.left + column)
  const stepsPerContrast = STEPS_PER_USUAL / usualContrast(data, plot, pixels)
  const isDiagonal = COLUMN.map((column, slot) => column * (ROW[slot] ?? 0))
  return {
    pixels,
    priceAt(pixel, slot) {
      const step = Math.min(STEPS - 1, contrast(data, pixel, pixel + (offsets[slot] ?? 0)) * stepsPerContrast) | 0
      return (isDiagonal[slot] === 0 ? scale.straight[step] : scale.diagonal[step]) ?? 0
    },
  }
}

/** Returns the mean contrast of all nodes with the pixel to their left. */
function usualContrast(data: Uint8Array, { columns }: Plot, pixels: Int32Array): number {
  let [sum, count] = [0, 0]
  for (let node = 0; node < columns.length; node++) {
    const [column, pixel] = [columns[node] ?? 0, pixels[node] ?? 0]
    if (column > 0) sum += contrast(data, pixel, pixel - 1)
    if (column >= 0) count++
  }
  return Math.max(LEAST_CONTRAST, sum / Math.max(1, count))
}

function pricesByContrast(smoothness: number): Int32Array {
  return Int32Array.from({ length: STEPS }, (_, step) => {
    return 1 + Math.round(UNITS * smoothness * Math.exp(-step / (2 * STEPS_PER_USUAL)))
  })
}

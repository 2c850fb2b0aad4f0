import type { Size } from '#common/geometry/space'
import { type FlowGraph, sourceSide } from './max-flow.ts'

/** The pixels that a cut decides, as nodes, and what is known of those around them. */
export interface Plot extends Size {
  /** Where each node lies. */
  readonly columns: Int32Array
  readonly rows: Int32Array
  /** The node of a pixel, −1 for one that is decided. */
  nodeAt(column: number, row: number): number
  /** Whether a decided pixel belongs to the object. */
  isObject(column: number, row: number): boolean
  /** The squared contrast of two pixels. */
  contrast(column: number, row: number, slot: number): number
}

/** For a node, how much speaks for the object (positive) or against it (negative), in nats. */
export type Evidence = (node: number) => number

/** Finds the object with the cheapest border for ever new evidence: 1 for its nodes. Each answer starts from the flow of the last. */
export type Cutter = (evidence: Evidence) => Uint8Array

const UNITS = 256

/** `smoothness` is the price of a border between two like pixels, in nats. */
export function cutterFor(plot: Plot, smoothness: number): Cutter {
  const graph = linked(plot, smoothness)
  const given = new Int32Array(graph.nodes)
  return (evidence) => {
    for (let node = 0; node < graph.nodes; node++) {
      const units = Math.round(evidence(node) * UNITS)
      graph.terminal[node] = (graph.terminal[node] ?? 0) + units - (given[node] ?? 0)
      given[node] = units
    }
    return sourceSide(graph)
  }
}

/** By slot: where a neighbour lies. */
export const COLUMN = Int8Array.of(-1, 0, 1, -1, 1, -1, 0, 1)
export const ROW = Int8Array.of(-1, -1, -1, 0, 0, 1, 1, 1)

/** Links every node with its eight neighbours; those that are decided pull from their terminal. */
function linked(plot: Plot, smoothness: number): FlowGraph {
  const { columns, rows, width, height } = plot
  const nodes = columns.length
  const graph = {
    nodes,
    neighbour: new Int32Array(8 * nodes).fill(-1),
    capacity: new Int32Array(8 * nodes),
    terminal: new Int32Array(nodes),
  }
  const price = borderPrices(plot, smoothness)
  for (let node = 0; node < nodes; node++) {
    for (let slot = 0; slot < 8; slot++) {
      const [column, row] = [(columns[node] ?? 0) + (COLUMN[slot] ?? 0), (rows[node] ?? 0) + (ROW[slot] ?? 0)]
      if (column >= 0 && row >= 0 && column < width && row < height) link(node, slot, plot.nodeAt(column, row))
    }
  }
  return graph

  function link(node: number, slot: number, neighbour: number): void {
    const isKnown = neighbour >= 0 && neighbour < node
    const units = isKnown ? (graph.capacity[8 * neighbour + 7 - slot] ?? 0) : price(node, slot)
    graph.neighbour[8 * node + slot] = neighbour
    if (neighbour >= 0) graph.capacity[8 * node + slot] = units
    else graph.terminal[node] = (graph.terminal[node] ?? 0) + (isObject(node, slot) ? units : -units)
  }

  function isObject(node: number, slot: number): boolean {
    return plot.isObject((columns[node] ?? 0) + (COLUMN[slot] ?? 0), (rows[node] ?? 0) + (ROW[slot] ?? 0))
  }
}

/** Contrast below this is noise of the sensor, whatever the rest looks like. */
const LEAST_CONTRAST = 30
const [STEPS, STEPS_PER_USUAL] = [1024, 64]
const LEFTWARD = 3

/** A border costs less where colours differ more than is usual here. */
function borderPrices(plot: Plot, smoothness: number): (node: number, slot: number) => number {
  const { columns, rows } = plot
  let sum = 0
  for (let node = 0; node < columns.length; node++) {
    const column = columns[node] ?? 0
    if (column > 0) sum += plot.contrast(column, rows[node] ?? 0, LEFTWARD)
  }
  const scale = STEPS_PER_USUAL / Math.max(LEAST_CONTRAST, sum / Math.max(1, columns.length))
  const straight = pricesByContrast(smoothness)
  const diagonal = pricesByContrast(smoothness * Math.SQRT1_2)
  return (node, slot) => {
    const contrast = plot.contrast(columns[node] ?? 0, rows[node] ?? 0, slot)
    const step = Math.min(STEPS - 1, Math.floor(contrast * scale))
    return (COLUMN[slot] !== 0 && ROW[slot] !== 0 ? diagonal[step] : straight[step]) ?? 0
  }
}

function pricesByContrast(smoothness: number): Int32Array {
  return Int32Array.from({ length: STEPS }, (_, step) => {
    return 1 + Math.round(UNITS * smoothness * Math.exp(-step / (2 * STEPS_PER_USUAL)))
  })
}

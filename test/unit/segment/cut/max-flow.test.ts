import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FlowGraph, sourceSide } from '#segment/cut/max-flow'

test('the cut costs as little as the best of all cuts', () => {
  fc.assert(
    fc.property(smallGrids, (graph) => {
      const untouched = copyOf(graph)

      const side = sourceSide(graph)

      expect(costOf(untouched, (node) => side[node] === 1)).toBe(leastCost(untouched))
    }),
    { numRuns: 300 },
  )
})

test('a cut that starts from the flow of another is as cheap as a new one', () => {
  fc.assert(
    fc.property(smallGrids, fc.integer({ min: -8, max: 8 }), (graph, shift) => {
      const shifted = copyOf(graph)
      for (let node = 0; node < graph.nodes; node++) shifted.terminal[node] = (shifted.terminal[node] ?? 0) + shift
      sourceSide(graph)
      for (let node = 0; node < graph.nodes; node++) graph.terminal[node] = (graph.terminal[node] ?? 0) + shift

      const side = sourceSide(graph)

      expect(costOf(shifted, (node) => side[node] === 1)).toBe(leastCost(shifted))
    }),
    { numRuns: 200 },
  )
})

test('a graph without nodes has an empty cut', () => {
  const side = sourceSide(gridOf({ width: 0, height: 0, capacities: [], terminals: [] }))

  expect(side).toEqual(new Uint8Array())
})

interface Grid {
  readonly width: number
  readonly height: number
  readonly capacities: readonly number[]
  readonly terminals: readonly number[]
}

const smallGrids = fc
  .record({ width: fc.integer({ min: 1, max: 4 }), height: fc.integer({ min: 1, max: 3 }) })
  .chain(({ width, height }) =>
    fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      capacities: list(8 * width * height, fc.integer({ min: 0, max: 9 })),
      terminals: list(width * height, fc.integer({ min: -12, max: 12 })),
    }),
  )
  .map(gridOf)

function list(length: number, of: fc.Arbitrary<number>): fc.Arbitrary<number[]> {
  return fc.array(of, { minLength: length, maxLength: length })
}

function gridOf({ width, height, capacities, terminals }: Grid): FlowGraph {
  const [columns, rows] = [
    [-1, 0, 1, -1, 1, -1, 0, 1],
    [-1, -1, -1, 0, 0, 1, 1, 1],
  ]
  const neighbour = new Int32Array(8 * width * height).fill(-1)
  for (let edge = 0; edge < neighbour.length; edge++) {
    const node = edge >> 3
    const column = (node % width) + (columns[edge % 8] ?? 0)
    const row = Math.floor(node / width) + (rows[edge % 8] ?? 0)
    if (column >= 0 && row >= 0 && column < width && row < height) neighbour[edge] = row * width + column
  }
  const capacity = Int32Array.from(capacities, (value, edge) => (neighbour[edge] === -1 ? 0 : value))
  return { nodes: width * height, neighbour, capacity, terminal: Int32Array.from(terminals) }
}

function copyOf({ nodes, neighbour, capacity, terminal }: FlowGraph): FlowGraph {
  return { nodes, neighbour, capacity: capacity.slice(), terminal: terminal.slice() }
}

/** Returns the cost of the cut when some nodes stay with the source. */
function costOf({ nodes, neighbour, capacity, terminal }: FlowGraph, isWithSource: (node: number) => boolean): number {
  let cost = 0
  for (let node = 0; node < nodes; node++) {
    const rest = terminal[node] ?? 0
    if (isWithSource(node) ? rest < 0 : rest > 0) cost += Math.abs(rest)
  }
  for (const [edge, other] of neighbour.entries()) {
    if (other >= 0 && isWithSource(edge >> 3) && !isWithSource(other)) cost += capacity[edge] ?? 0
  }
  return cost
}

function leastCost(graph: FlowGraph): number {
  let least = Infinity
  for (let cut = 0; cut < 2 ** graph.nodes; cut++)
    least = Math.min(
      least,
      costOf(graph, (node) => ((cut >> node) & 1) === 1),
    )
  return least
}

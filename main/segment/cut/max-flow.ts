/**
 * Minimum cut by pushing flow in waves: the nodes are ranked by their distance from where flow is wanted, then every
 * node, the farthest first, hands on what it has to the next nearer ones. Most of the flow arrives with the first few
 * waves, in bulk. What a wave leaves under way stands at its node like a terminal of its own, which changes no cut.
 */

/** A graph whose nodes have up to eight neighbours; slots `s` and `7 − s` of two neighbours name the same edge. */
export interface FlowGraph {
  readonly nodes: number
  /** The neighbour of node `n` in slot `s` at `8n + s`, negative for none. */
  readonly neighbour: Int32Array
  /** The flow that is still possible from `n` to that neighbour. */
  readonly capacity: Int32Array
  /** The flow that the source may still give a node (positive) or the sink may take (negative). */
  readonly terminal: Int32Array
}

interface Waves extends FlowGraph {
  /** The nodes from which a sink may still be reached; the first `alive` ones count. */
  readonly live: Int32Array
  alive: number
  /** Nodes on a wave's way by their rank, the lowest first; the first `ranked` ones count. */
  readonly order: Int32Array
  ranked: number
  /** Steps to where a wave ends, from 1 for the ends themselves; 0 for what is not reached this time. */
  readonly rank: Int32Array
}

/** The rank of a node from which no sink can be reached any more. */
const CUT_OFF = -1
/** Once so few of the nodes on the way to a sink have something to give, only their surroundings are worth ranking. */
const FEW = 1 / 8

/** Saturates the graph (its capacities are used up) and answers 1 for the nodes that the source still reaches. */
export function sourceSide(graph: FlowGraph): Uint8Array {
  const { nodes } = graph
  const live = new Int32Array(nodes)
  for (let node = 0; node < nodes; node++) live[node] = node
  const [order, rank] = [new Int32Array(nodes), new Int32Array(nodes)]
  const waves: Waves = { ...graph, live, alive: nodes, order, ranked: 0, rank }
  let givers = rankBySinks(waves)
  for (; givers > FEW * waves.ranked; givers = rankBySinks(waves)) sendToSinks(waves)
  while (givers > 0 && rankBySources(waves)) fetchFromSources(waves)
  return reachedBySource(graph, order)
}

/** Ranks the nodes anew and forgets those that are cut off. Answers how many of those ranked have something to give. */
function rankBySinks(waves: Waves): number {
  const { terminal, live, order, rank } = waves
  rankSinks(waves)
  rankBesideSinks(waves)
  rankBeyond(waves)
  let [kept, givers] = [0, 0]
  for (let i = 0; i < waves.alive; i++) {
    const node = live[i] ?? 0
    if (rank[node] === 0) rank[node] = CUT_OFF
    else live[kept++] = node
  }
  waves.alive = kept
  for (let i = 0; i < waves.ranked; i++) if ((terminal[order[i] ?? 0] ?? 0) > 0) givers++
  return givers
}

function rankSinks({ terminal, live, alive, rank }: Waves): void {
  for (let i = 0; i < alive; i++) {
    const node = live[i] ?? 0
    rank[node] = (terminal[node] ?? 0) < 0 ? 1 : 0
  }
}

/** Sinks are many and those beside them few: it is these that look around. */
function rankBesideSinks(waves: Waves): void {
  const { neighbour, capacity, live, alive, order, rank } = waves
  waves.ranked = 0
  for (let i = 0; i < alive; i++) {
    const node = live[i] ?? 0
    if (rank[node] === 1) continue
    for (let edge = 8 * node; edge < 8 * node + 8; edge++) {
      if (capacity[edge] === 0 || rank[neighbour[edge] ?? 0] !== 1) continue
      rank[node] = 2
      order[waves.ranked++] = node
      break
    }
  }
}

function rankBeyond(waves: Waves): void {
  const { neighbour, capacity, order, rank } = waves
  let ranked = waves.ranked
  for (let head = 0; head < ranked; head++) {
    const node = order[head] ?? 0
    const next = (rank[node] ?? 0) + 1
    for (let slot = 0; slot < 8; slot++) {
      const other = neighbour[8 * node + slot] ?? -1
      if (other < 0 || rank[other] !== 0 || capacity[8 * other + 7 - slot] === 0) continue
      rank[other] = next
      order[ranked++] = other
    }
  }
  waves.ranked = ranked
}

/** One wave from all nodes that have flow. */
function sendToSinks({ neighbour, capacity, terminal, order, ranked, rank }: Waves): void {
  for (let i = ranked - 1; i >= 0; i--) {
    const node = order[i] ?? 0
    let rest = terminal[node] ?? 0
    if (rest <= 0) continue
    const nearer = (rank[node] ?? 0) - 1
    for (let edge = 8 * node; edge < 8 * node + 8 && rest > 0; edge++) {
      const room = capacity[edge] ?? 0
      const other = neighbour[edge] ?? -1
      if (room === 0 || rank[other] !== nearer) continue
      const amount = room < rest ? room : rest
      const back = 8 * other + 7 - (edge & 7)
      capacity[edge] = room - amount
      capacity[back] = (capacity[back] ?? 0) + amount
      terminal[other] = (terminal[other] ?? 0) + amount
      rest -= amount
    }
    terminal[node] = rest
  }
}

/** Ranks by the steps from what has something to give, until those met want all there is. Answers whether any does. */
function rankBySources(waves: Waves): boolean {
  const { neighbour, capacity, terminal, live, alive, order, rank } = waves
  let [ranked, given, wanted, last] = [0, 0, 0, Infinity]
  for (let i = 0; i < alive; i++) {
    const node = live[i] ?? 0
    const rest = terminal[node] ?? 0
    rank[node] = rest > 0 ? 1 : 0
    if (rest <= 0) continue
    order[ranked++] = node
    given += rest
  }
  for (let head = 0; head < ranked; head++) {
    const node = order[head] ?? 0
    const next = (rank[node] ?? 0) + 1
    if (next > last) break
    for (let edge = 8 * node; edge < 8 * node + 8; edge++) {
      const other = neighbour[edge] ?? -1
      if (other < 0 || rank[other] !== 0 || capacity[edge] === 0) continue
      rank[other] = next
      order[ranked++] = other
      wanted += Math.max(0, -(terminal[other] ?? 0))
    }
    if (wanted >= given) last = next
  }
  waves.ranked = ranked
  return wanted > 0
}

/** One wave the other way: the sinks that were met ask for what is left of the flow. */
function fetchFromSources({ neighbour, capacity, terminal, order, ranked, rank }: Waves): void {
  for (let i = ranked - 1; i >= 0; i--) {
    const node = order[i] ?? 0
    const nearer = (rank[node] ?? 0) - 1
    let want = -(terminal[node] ?? 0)
    if (want <= 0 || nearer === 0) continue
    for (let edge = 8 * node; edge < 8 * node + 8 && want > 0; edge++) {
      const other = neighbour[edge] ?? -1
      if (other < 0 || rank[other] !== nearer) continue
      const back = 8 * other + 7 - (edge & 7)
      const room = capacity[back] ?? 0
      const amount = room < want ? room : want
      capacity[back] = room - amount
      capacity[edge] = (capacity[edge] ?? 0) + amount
      terminal[other] = (terminal[other] ?? 0) - amount
      want -= amount
    }
    terminal[node] = -want
  }
}

function reachedBySource({ nodes, neighbour, capacity, terminal }: FlowGraph, order: Int32Array): Uint8Array {
  const side = new Uint8Array(nodes)
  let reached = 0
  for (let node = 0; node < nodes; node++) {
    if ((terminal[node] ?? 0) <= 0) continue
    side[node] = 1
    order[reached++] = node
  }
  for (let head = 0; head < reached; head++) {
    const first = 8 * (order[head] ?? 0)
    for (let edge = first; edge < first + 8; edge++) {
      const other = neighbour[edge] ?? -1
      if (capacity[edge] === 0 || other < 0 || side[other] === 1) continue
      side[other] = 1
      order[reached++] = other
    }
  }
  return side
}

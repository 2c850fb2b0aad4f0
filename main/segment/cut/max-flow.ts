/**
 * Minimum cut by pushing flow in waves. Nodes are ranked by their distance to a sink; then every node, the farthest
 * first, pushes its excess to nodes of the next lower rank. The first few waves carry most of the flow. Excess that is
 * left at a node acts like a source terminal of that node, which changes no cut.
 */

/**
 * A graph of nodes with up to eight neighbors. Slot `s` of a node and slot `7 − s` of its neighbor name the same
 * edge.
 */
export interface FlowGraph {
  readonly nodes: number
  /** Neighbor of node `n` in slot `s` at `8n + s`; negative for none. */
  readonly neighbour: Int32Array
  /** Residual capacity from `n` to that neighbor. */
  readonly capacity: Int32Array
  /** Residual flow from the source to a node (positive) or from it to the sink (negative). */
  readonly terminal: Int32Array
}

interface Waves extends FlowGraph {
  /** Nodes from which a sink may still be reachable; the first `alive` entries are valid. */
  readonly live: Int32Array
  alive: number
  /** Nodes of the current wave by rank, lowest first; the first `ranked` entries are valid. */
  readonly order: Int32Array
  ranked: number
  /** Steps to the end of the wave, from 1 for the ends themselves; 0 for unreached nodes. */
  readonly rank: Int32Array
}

/** Rank of a node from which no sink is reachable any more. */
const CUT_OFF = -1
/** Below this fraction of nodes with excess, only their surroundings are ranked. */
const FEW = 1 / 8

/** Saturates the graph, using up its capacities, and returns 1 for the nodes that the source still reaches. */
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

/** Ranks the nodes again and drops those that are cut off. Returns how many ranked nodes have excess. */
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

/** There are many sinks and few nodes beside them, so those nodes look for the sinks. */
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

/** Sends one wave from all nodes with excess. */
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

/**
 * Ranks nodes by their distance from excess, until the sinks found want all of it. Returns whether any sink was found.
 */
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

/** Sends one wave backwards: the sinks found pull the remaining excess. */
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

import { type NodeQueue, nodeQueue } from './node-queue.ts'

/**
 * Minimum cut by the Boykov–Kolmogorov algorithm: two search trees grow from source and sink, a path is saturated where
 * they meet, and the torn branches look for new parents. Distances and time stamps keep the paths short.
 */

/** A graph whose nodes have up to eight neighbours; slots `s` and `7 − s` of two neighbours name the same edge. */
export interface FlowGraph {
  readonly nodes: number
  /** The neighbour of node `n` in slot `s` at `8n + s`, −1 for none. */
  readonly neighbour: Int32Array
  /** What may still flow from `n` to that neighbour. */
  readonly capacity: Int32Array
  /** What the source may still give a node (positive) or the sink may take (negative). */
  readonly terminal: Int32Array
}

const [FREE, SOURCE, SINK] = [0, 1, 2]
/** Parents other than a slot. */
const [TERMINAL, ORPHAN, NONE] = [8, 9, 10]

interface Search extends FlowGraph {
  readonly tree: Uint8Array
  readonly parent: Uint8Array
  readonly distance: Int32Array
  readonly stamp: Int32Array
  readonly active: NodeQueue
  readonly orphans: NodeQueue
  time: number
}

/** The edge from a node of the source tree to one of the sink tree. */
interface Bridge {
  readonly from: number
  readonly slot: number
}

/** Saturates the graph (its capacities are used up) and answers 1 for the nodes on the source's side of a minimum cut. */
export function sourceSide(graph: FlowGraph): Uint8Array {
  sendToNeighbours(graph)
  const search = plant(graph)
  for (let bridge = grow(search); bridge; bridge = grow(search)) {
    augment(search, bridge)
    search.time++
    adopt(search)
  }
  return search.tree.map((tree) => (tree === SOURCE ? 1 : 0))
}

/** Saturates the shortest paths, of one edge, without searching for them. */
function sendToNeighbours({ nodes, neighbour, capacity, terminal }: FlowGraph): void {
  for (let node = 0; node < nodes; node++) {
    for (let slot = 0; slot < 8 && (terminal[node] ?? 0) > 0; slot++) {
      const other = neighbour[8 * node + slot] ?? -1
      if (other < 0 || (terminal[other] ?? 0) >= 0) continue
      const [edge, back] = [8 * node + slot, 8 * other + 7 - slot]
      const amount = Math.min(terminal[node] ?? 0, capacity[edge] ?? 0, -(terminal[other] ?? 0))
      capacity[edge] = (capacity[edge] ?? 0) - amount
      capacity[back] = (capacity[back] ?? 0) + amount
      terminal[node] = (terminal[node] ?? 0) - amount
      terminal[other] = (terminal[other] ?? 0) + amount
    }
  }
}

function plant(graph: FlowGraph): Search {
  const { nodes, terminal } = graph
  const search = {
    nodes,
    neighbour: graph.neighbour,
    capacity: graph.capacity,
    terminal,
    tree: new Uint8Array(nodes),
    parent: new Uint8Array(nodes).fill(NONE),
    distance: new Int32Array(nodes),
    stamp: new Int32Array(nodes),
    active: nodeQueue(nodes),
    orphans: nodeQueue(nodes),
    time: 0,
  }
  for (let n = 0; n < nodes; n++) {
    const rest = terminal[n] ?? 0
    if (rest === 0) continue
    search.tree[n] = rest > 0 ? SOURCE : SINK
    search.parent[n] = TERMINAL
    search.distance[n] = 1
    search.active.push(n)
  }
  return search
}

/** Lets the trees take in free nodes until they touch; undefined when they cannot. */
function grow(search: Search): Bridge | undefined {
  const { active, tree } = search
  for (let node = active.first(); node >= 0; node = active.first()) {
    if (tree[node] !== FREE) {
      const slot = reach(search, node)
      if (slot >= 0) return tree[node] === SOURCE ? { from: node, slot } : opposite(search, node, slot)
    }
    active.shift()
  }
  return undefined
}

function opposite({ neighbour }: Search, node: number, slot: number): Bridge {
  return { from: neighbour[8 * node + slot] ?? 0, slot: 7 - slot }
}

/** Takes in the free neighbours of a node; answers the slot where the other tree was met, −1 if nowhere. */
function reach(search: Search, node: number): number {
  const { neighbour, capacity, tree } = search
  const own = tree[node] ?? 0
  for (let slot = 0; slot < 8; slot++) {
    const other = neighbour[8 * node + slot] ?? -1
    if (other < 0) continue
    const edge = own === SOURCE ? 8 * node + slot : 8 * other + 7 - slot
    if ((capacity[edge] ?? 0) <= 0) continue
    const theirs = tree[other] ?? 0
    if (theirs === FREE) {
      attach(search, other, 7 - slot)
      tree[other] = own
      search.active.push(other)
    } else if (theirs !== own) return slot
    else if (isShortcut(search, other, node)) attach(search, other, 7 - slot)
  }
  return -1
}

function isShortcut({ stamp, distance }: Search, child: number, parent: number): boolean {
  return (stamp[child] ?? 0) <= (stamp[parent] ?? 0) && (distance[child] ?? 0) > (distance[parent] ?? 0)
}

function attach({ neighbour, parent, stamp, distance }: Search, child: number, slot: number): void {
  const node = neighbour[8 * child + slot] ?? 0
  parent[child] = slot
  stamp[child] = stamp[node] ?? 0
  distance[child] = (distance[node] ?? 0) + 1
}

/** Sends as much as fits along source → … → from → to → … → sink. */
function augment(search: Search, { from, slot }: Bridge): void {
  const { neighbour, capacity } = search
  const to = neighbour[8 * from + slot] ?? 0
  const edge = 8 * from + slot
  const amount = Math.min(capacity[edge] ?? 0, narrowest(search, from), narrowest(search, to))
  capacity[edge] = (capacity[edge] ?? 0) - amount
  capacity[8 * to + 7 - slot] = (capacity[8 * to + 7 - slot] ?? 0) + amount
  send(search, from, amount)
  send(search, to, amount)
}

/** The least capacity between a node and its terminal. */
function narrowest(search: Search, start: number): number {
  const { neighbour, capacity, parent, terminal } = search
  let least = Infinity
  let node = start
  for (let slot = parent[node] ?? NONE; slot < TERMINAL; slot = parent[node] ?? NONE) {
    least = Math.min(least, capacity[inward(search, node, slot)] ?? 0)
    node = neighbour[8 * node + slot] ?? 0
  }
  return Math.min(least, Math.abs(terminal[node] ?? 0))
}

/** The directed edge along which flow passes between a node and its neighbour on the way to or from the terminal. */
function inward({ neighbour, tree }: Search, node: number, slot: number): number {
  return tree[node] === SOURCE ? 8 * (neighbour[8 * node + slot] ?? 0) + 7 - slot : 8 * node + slot
}

function send(search: Search, start: number, amount: number): void {
  const { neighbour, capacity, parent, terminal } = search
  let node = start
  for (let slot = parent[node] ?? NONE; slot < TERMINAL; slot = parent[node] ?? NONE) {
    const used = inward(search, node, slot)
    const next = neighbour[8 * node + slot] ?? 0
    const back = used === 8 * node + slot ? 8 * next + 7 - slot : 8 * node + slot
    capacity[used] = (capacity[used] ?? 0) - amount
    capacity[back] = (capacity[back] ?? 0) + amount
    if (capacity[used] === 0) orphan(search, node)
    node = next
  }
  const rest = terminal[node] ?? 0
  terminal[node] = rest > 0 ? rest - amount : rest + amount
  if (terminal[node] === 0) orphan(search, node)
}

function orphan({ parent, orphans }: Search, node: number): void {
  parent[node] = ORPHAN
  orphans.push(node)
}

function adopt(search: Search): void {
  const { orphans } = search
  for (let node = orphans.first(); node >= 0; node = orphans.first()) {
    orphans.shift()
    const slot = bestParent(search, node)
    if (slot < 0) release(search, node)
    else attach(search, node, slot)
  }
}

/** The slot of the neighbour that reaches the terminal by the fewest steps, −1 for none. */
function bestParent(search: Search, node: number): number {
  const { neighbour, capacity, tree, distance } = search
  const own = tree[node] ?? 0
  let [best, least] = [-1, Infinity]
  for (let slot = 0; slot < 8 && least > 1; slot++) {
    const other = neighbour[8 * node + slot] ?? -1
    if (other < 0 || tree[other] !== own) continue
    const edge = own === SOURCE ? 8 * other + 7 - slot : 8 * node + slot
    if ((capacity[edge] ?? 0) === 0 || !isRooted(search, other)) continue
    const steps = distance[other] ?? 0
    if (steps >= least) continue
    least = steps
    best = slot
  }
  return best
}

/** Whether a node's branch ends at its terminal; stamps the branch with its distances so that the next walk is short. */
function isRooted(search: Search, start: number): boolean {
  const { parent, stamp, distance, time } = search
  let [node, steps] = [start, 0]
  for (; stamp[node] !== time && (parent[node] ?? NONE) < TERMINAL; node = parentOf(search, node)) steps++
  if (stamp[node] !== time) {
    if (parent[node] !== TERMINAL) return false
    stamp[node] = time
    distance[node] = 1
  }
  let total = (distance[node] ?? 0) + steps
  for (node = start; stamp[node] !== time; node = parentOf(search, node)) {
    stamp[node] = time
    distance[node] = total--
  }
  return true
}

function parentOf({ neighbour, parent }: Search, node: number): number {
  return neighbour[8 * node + (parent[node] ?? 0)] ?? 0
}

/** An orphan without a new parent leaves its tree: its children become orphans, its neighbours may take it in again. */
function release(search: Search, node: number): void {
  const { neighbour, capacity, tree, parent, active } = search
  for (let slot = 0; slot < 8; slot++) {
    const other = neighbour[8 * node + slot] ?? -1
    if (other < 0 || tree[other] !== tree[node]) continue
    if ((capacity[inward(search, node, slot)] ?? 0) > 0) active.push(other)
    if (parent[other] === 7 - slot) orphan(search, other)
  }
  tree[node] = FREE
  parent[node] = NONE
}

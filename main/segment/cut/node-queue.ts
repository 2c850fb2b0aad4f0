/** Nodes that wait, the oldest first; one that already waits is not put in again. */
export interface NodeQueue {
  push(node: number): void
  /** The oldest node, −1 when empty. */
  first(): number
  shift(): void
}

export function nodeQueue(nodes: number): NodeQueue {
  const ring = new Int32Array(nodes + 1)
  const waits = new Uint8Array(nodes)
  let [head, tail] = [0, 0]
  return {
    push(node) {
      if (waits[node] === 1) return
      waits[node] = 1
      ring[tail] = node
      tail = tail === nodes ? 0 : tail + 1
    },
    first: () => (head === tail ? -1 : (ring[head] ?? -1)),
    shift() {
      waits[ring[head] ?? 0] = 0
      head = head === nodes ? 0 : head + 1
    },
  }
}

const SPAN_MS = 10_000
const SLOTS = 100
const SLOT_MS = SPAN_MS / SLOTS

export type Arrivals = ReturnType<typeof countArrivals>

/** How many events come in a second, over the last ten. `elapsedMs`: milliseconds since any moment, which nobody can set. */
export function countArrivals(elapsedMs: () => number) {
  const counts = new Uint32Array(SLOTS)
  let latest = Math.floor(elapsedMs() / SLOT_MS)

  /** Empties the slots that time has passed over; answers the one of now. */
  function current(): number {
    const now = Math.floor(elapsedMs() / SLOT_MS)
    for (let slot = Math.max(latest + 1, now - SLOTS + 1); slot <= now; slot += 1) counts[slot % SLOTS] = 0
    latest = now
    return now % SLOTS
  }

  return {
    count(): void {
      const slot = current()
      counts[slot] = (counts[slot] ?? 0) + 1
    },
    perSecond(): number {
      current()
      return counts.reduce((sum, count) => sum + count, 0) / (SPAN_MS / 1000)
    },
  }
}

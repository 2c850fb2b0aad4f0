import type { Span } from './sources.ts'

/** Counts over equal time spans. */
export interface Buckets {
  readonly counts: readonly number[]
  readonly spans: readonly Span[]
  add(index: number, count: number): void
  /** Counts the event with a key, unless it is outside. */
  addKey(key: number): void
}

/** Divides a span into equal parts with edges at whole microseconds. */
export function bucketsOf({ start, end }: Span, count: number): Buckets {
  const width = (end - start) / count
  const borderAt = (index: number) => start + Math.round(index * width)
  const counts = Array.from({ length: count }, () => 0)
  const add = (index: number, more: number) => {
    counts[index] = (counts[index] ?? 0) + more
  }
  return {
    counts,
    spans: counts.map((_, index) => ({ start: borderAt(index), end: borderAt(index + 1) })),
    add,
    addKey(key) {
      if (key < start || key >= end) return
      const about = Math.min(count - 1, Math.floor((key - start) / width))
      if (key < borderAt(about)) add(about - 1, 1)
      else add(key >= borderAt(about + 1) ? about + 1 : about, 1)
    },
  }
}

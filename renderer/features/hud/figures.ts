/** How long the frames of the last seconds took, in milliseconds. */
export interface FrameFigures {
  readonly p50: number
  readonly p95: number
  readonly worst: number
}

export interface Frame {
  /** When it ended. */
  readonly at: number
  readonly ms: number
}

/** Frames older than this count no more. */
const WINDOW_MS = 5000

/** The frames with one more, without those that are too old. */
export function withFrame(frames: readonly Frame[], frame: Frame): readonly Frame[] {
  const from = frames.findIndex(({ at }) => at > frame.at - WINDOW_MS)
  return [...(from < 0 ? [] : frames.slice(from)), frame]
}

/** Nearest-rank percentiles; undefined without a frame. */
export function frameFigures(frames: readonly Frame[]): FrameFigures | undefined {
  const sorted = frames.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const rank = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
  const [p50, p95, worst] = [rank(0.5), rank(0.95), sorted.at(-1)]
  return p50 === undefined || p95 === undefined || worst === undefined ? undefined : { p50, p95, worst }
}

/** Times what is under way: told what it is (undefined when nothing is), it knows how long the last one took. */
export interface Stopwatch {
  see(underWay: string | undefined, now: number): void
  last(): number | undefined
}

export function stopwatch(): Stopwatch {
  let running: { readonly what: string; readonly since: number } | undefined
  let last: number | undefined
  return {
    see(underWay, now) {
      if (running?.what === underWay) return
      if (running && underWay === undefined) last = now - running.since
      running = underWay === undefined ? undefined : { what: underWay, since: now }
    },
    last: () => last,
  }
}

/** How a line of sampled points lies over the cells of a map: between two cells each, some of the way from one to the other. */
export interface SampledLine {
  readonly first: Int32Array
  readonly second: Int32Array
  /** 0…1 from `first` to `second`. */
  readonly share: Float64Array
}

interface Line {
  /** How many points. */
  readonly count: number
  /** Where a point lies in cells, continuous: cell `c` covers `c…c + 1`. */
  at(point: number): number
  /** The cells that may be taken: from the first up to, without, the second. Points beyond their middles take the last one. */
  readonly cells: readonly [from: number, to: number]
}

/** Bilinear sampling along one axis. A map is sampled by a line across and a line down, without a resized copy of it. */
export function sampledLine({ count, at, cells: [from, to] }: Line): SampledLine {
  const line = { first: new Int32Array(count), second: new Int32Array(count), share: new Float64Array(count) }
  for (let point = 0; point < count; point += 1) {
    const middle = Math.min(to - 1, Math.max(from, at(point) - 0.5))
    const first = Math.floor(middle)
    line.first[point] = first
    line.second[point] = Math.min(to - 1, first + 1)
    line.share[point] = middle - first
  }
  return line
}

/** Points in a row between the same two cells, at even steps. */
export interface Stretch {
  readonly start: number
  readonly length: number
  readonly first: number
  readonly second: number
  /** Of the first point, and how much it grows from point to point. */
  readonly share: number
  readonly step: number
}

/** The same line as stretches, so that what stays the same along one is worked out once. */
export function stretchesOf({ first, second, share }: SampledLine): readonly Stretch[] {
  const stretches: Stretch[] = []
  const stepTo = (point: number) => (share[point] ?? 0) - (share[point - 1] ?? 0)
  for (let start = 0, end = 1; start < share.length; start = end, end += 1) {
    const isEven = (point: number) =>
      first[point] === first[start] && Math.abs(stepTo(point) - stepTo(start + 1)) < 1e-6
    while (end < share.length && isEven(end)) end += 1
    stretches.push({
      start,
      length: end - start,
      first: first[start] ?? 0,
      second: second[start] ?? 0,
      share: share[start] ?? 0,
      step: end > start + 1 ? stepTo(start + 1) : 0,
    })
  }
  return stretches
}

/** How a line of sampled points lies over the cells of a map: between two cells each, some of the way from one to the other. */
export interface SampledLine {
  readonly first: Int32Array
  readonly second: Int32Array
  /** 0…1 from `first` to `second`. */
  readonly share: Float32Array
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
  const line = { first: new Int32Array(count), second: new Int32Array(count), share: new Float32Array(count) }
  for (let point = 0; point < count; point += 1) {
    const middle = Math.min(to - 1, Math.max(from, at(point) - 0.5))
    const first = Math.floor(middle)
    line.first[point] = first
    line.second[point] = Math.min(to - 1, first + 1)
    line.share[point] = middle - first
  }
  return line
}

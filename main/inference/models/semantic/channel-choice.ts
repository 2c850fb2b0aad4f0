import type { ChannelMaps, ClassMap, MapRules } from './maps.ts'
import type { SampledLine } from './sampled-line.ts'

interface Target {
  readonly made: ClassMap
  /** Where the row begins in the map. */
  readonly start: number
}

type RowDecider = (row: Float32Array, line: SampledLine, target: Target) => void

/** A logit so much lower than the largest has no share in a softmax that a byte could show. */
const LOST = 18

/**
 * Chooses the classes of a row of pixels. All pixels between the same two cells are chosen together: a channel that cannot win there, and
 * has no share in the probability of the one that does, is left out of the work at every pixel.
 */
export function channelChoice({ channels, columns }: ChannelMaps, rules: MapRules): RowDecider {
  const firsts = new Float32Array(channels)
  const slopes = new Float32Array(channels)
  const alive = new Int32Array(channels)
  const margin = rules.isFused ? 0 : LOST

  /** Gathers the channels that count between two cells; gives how many. */
  function gather(row: Float32Array, first: number, second: number): number {
    let floor = Number.NEGATIVE_INFINITY
    for (let channel = 0; channel < channels; channel += 1) {
      const low = Math.min(row[channel * columns + first] ?? 0, row[channel * columns + second] ?? 0)
      if (low > floor) floor = low
    }
    let count = 0
    for (let channel = 0; channel < channels; channel += 1) {
      const [one, other] = [row[channel * columns + first] ?? 0, row[channel * columns + second] ?? 0]
      if (!(Math.max(one, other) >= floor - margin)) continue
      alive[count] = channel
      firsts[count] = one
      slopes[count] = other - one
      count += 1
    }
    return count
  }

  function decide(count: number, share: number, { made, start }: Target): void {
    const winner = largestOf(count, share)
    const channel = alive[winner] ?? 0
    const value = valueOf(winner, share)
    const confidence = rules.isFused ? value : 1 / powersOver(value, count, share)
    if (!(confidence >= (rules.thresholds[channel] ?? 1))) return
    made.classes[start] = rules.places[channel] ?? 0
    made.confidences[start] = Math.min(1, confidence) * 255 + 0.5
  }

  function largestOf(count: number, share: number): number {
    let winner = 0
    for (let place = 1; place < count; place += 1) if (valueOf(place, share) > valueOf(winner, share)) winner = place
    return winner
  }

  /** What the largest logit's share is one of. A single channel has a rival that nobody hands out, whose logit is 0. */
  function powersOver(largest: number, count: number, share: number): number {
    let sum = channels === 1 ? Math.exp(-largest) : 0
    for (let place = 0; place < count; place += 1) sum += Math.exp(valueOf(place, share) - largest)
    return sum
  }

  function valueOf(place: number, share: number): number {
    return (firsts[place] ?? 0) + (slopes[place] ?? 0) * share
  }

  return (row, line, { made, start }) => {
    let [count, between] = [0, -1]
    for (let point = 0; point < line.share.length; point += 1) {
      const first = line.first[point] ?? 0
      if (first !== between) {
        count = gather(row, first, line.second[point] ?? 0)
        between = first
      }
      if (count > 0) decide(count, line.share[point] ?? 0, { made, start: start + point })
    }
  }
}

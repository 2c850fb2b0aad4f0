import type { ChannelMaps, ClassMap, MapRules } from './maps.ts'
import type { Stretch } from './sampled-line.ts'

interface Target {
  readonly made: ClassMap
  /** Where the row begins in the map. */
  readonly start: number
}

type RowDecider = (row: Float32Array, stretches: readonly Stretch[], target: Target) => void

/** A logit so much lower than the largest has no share in a softmax that single floats could show. */
const LOST = 18

/** Powers of more than this difference of logits leave the range of numbers, or come close to it. */
const STEEPEST = 600

/**
 * Chooses the classes of a row of pixels, a stretch between two cells at a time. A channel that cannot win there, and has no share in the
 * probability of the one that does, is left out of the work at every pixel. Logits grow evenly along a stretch, so their powers grow by
 * the same factor from pixel to pixel: two powers a channel and a stretch are all that is computed.
 */
export function channelChoice({ channels, columns }: ChannelMaps, rules: MapRules): RowDecider {
  const channelsLeft = new Int32Array(channels)
  const values = new Float64Array(channels)
  const slopes = new Float64Array(channels)
  const margin = rules.isFused ? 0 : LOST
  let [count, floor, steepest] = [0, 0, 0]

  /** Gathers the channels that count along a stretch, at its first pixel and per pixel. */
  function gather(row: Float32Array, { first, second, share, step }: Stretch): void {
    floor = Number.NEGATIVE_INFINITY
    for (let at = 0; at < row.length; at += columns) {
      const low = Math.min(row[at + first] ?? 0, row[at + second] ?? 0)
      if (low > floor) floor = low
    }
    count = 0
    steepest = 0
    for (let channel = 0, at = 0; channel < channels; channel += 1, at += columns) {
      const [one, other] = [row[at + first] ?? 0, row[at + second] ?? 0]
      const high = Math.max(one, other)
      if (!(high >= floor - margin)) continue
      channelsLeft[count] = channel
      values[count] = one + (other - one) * share
      slopes[count] = (other - one) * step
      steepest = Math.max(steepest, high - floor, floor - Math.min(one, other))
      count += 1
    }
  }

  function choose(place: number, confidence: number, { made, start }: Target): void {
    const channel = channelsLeft[place] ?? 0
    if (!(confidence >= (rules.thresholds[channel] ?? 1))) return
    made.classes[start] = rules.places[channel] ?? 0
    made.confidences[start] = Math.min(1, confidence) * 255 + 0.5
  }

  /** By powers that grow by their factors, over that of the floor. A single channel has a rival whose logit is always 0. */
  function followPowers(length: number, { made, start }: Target): void {
    for (let place = 0; place < count; place += 1) {
      values[place] = Math.exp((values[place] ?? 0) - floor)
      slopes[place] = Math.exp(slopes[place] ?? 0)
    }
    const rival = channels === 1 ? Math.exp(-floor) : 0
    for (let point = start; point < start + length; point += 1) {
      let [sum, largest, winner] = [rival, 0, 0]
      for (let place = 0; place < count; place += 1) {
        const power = values[place] ?? 0
        sum += power
        if (power > largest) {
          largest = power
          winner = place
        }
        values[place] = power * (slopes[place] ?? 0)
      }
      choose(winner, largest / sum, { made, start: point })
    }
  }

  /** By the values themselves, pixel by pixel. */
  function followValues(length: number, { made, start }: Target): void {
    for (let point = start; point < start + length; point += 1) {
      const winner = placeOfLargest()
      const largest = values[winner] ?? 0
      choose(winner, rules.isFused ? largest : 1 / powersOver(largest), { made, start: point })
      for (let place = 0; place < count; place += 1) values[place] = (values[place] ?? 0) + (slopes[place] ?? 0)
    }
  }

  function placeOfLargest(): number {
    let winner = 0
    for (let place = 1; place < count; place += 1) {
      if ((values[place] ?? 0) > (values[winner] ?? 0)) winner = place
    }
    return winner
  }

  function powersOver(largest: number): number {
    let sum = channels === 1 ? Math.exp(-largest) : 0
    for (let place = 0; place < count; place += 1) sum += Math.exp((values[place] ?? 0) - largest)
    return sum
  }

  return (row, stretches, { made, start }) => {
    for (const stretch of stretches) {
      gather(row, stretch)
      if (count === 0) continue
      const isSteep = steepest > STEEPEST || Math.abs(floor) > STEEPEST
      const follow = rules.isFused || isSteep ? followValues : followPowers
      follow(stretch.length, { made, start: start + stretch.start })
    }
  }
}

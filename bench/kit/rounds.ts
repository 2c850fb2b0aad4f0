/** Our result and the limit, measured directly after each other, in the unit of the row. */
export interface Round {
  readonly ours: number
  readonly limit: number
}

type Measure = (round: number) => Promise<number> | number

/** Alternates ours and the limit, so that other programs affect both alike. */
export async function alternate(count: number, ours: Measure, limit: Measure): Promise<Round[]> {
  const rounds: Round[] = []
  for (let round = 0; round < count; round += 1) {
    rounds.push({ ours: await ours(round), limit: await limit(round) })
  }
  return rounds
}

/** Returns the milliseconds of some work. */
export async function timeOf(work: () => unknown): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Returns how many of `count` items are processed per second. */
export async function rateOf(count: number, work: () => Promise<unknown>): Promise<number> {
  return count / ((await timeOf(work)) / 1000)
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Returns a quantile, interpolated linearly. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)] ?? Number.NaN
  const above = sorted[Math.ceil(place)] ?? Number.NaN
  return below + (above - below) * (place - Math.floor(place))
}

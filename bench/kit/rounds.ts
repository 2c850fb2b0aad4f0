/** Ours and the limit, measured one right after the other, in the unit of the row. */
export interface Round {
  readonly ours: number
  readonly limit: number
}

type Measure = (round: number) => Promise<number> | number

/** Ours, limit, ours, limit …: what else the machine does falls on both alike. */
export async function alternate(count: number, ours: Measure, limit: Measure): Promise<Round[]> {
  const rounds: Round[] = []
  for (let round = 0; round < count; round += 1) {
    rounds.push({ ours: await ours(round), limit: await limit(round) })
  }
  return rounds
}

/** Milliseconds that the work takes. */
export async function timeOf(work: () => unknown): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** How many of `count` things the work does in a second. */
export async function rateOf(count: number, work: () => Promise<unknown>): Promise<number> {
  return count / ((await timeOf(work)) / 1000)
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Between the two nearest values in proportion. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)] ?? Number.NaN
  const above = sorted[Math.ceil(place)] ?? Number.NaN
  return below + (above - below) * (place - Math.floor(place))
}

/** Something that was scored, by its place in a tensor. */
export interface Ranked {
  readonly place: number
  readonly score: number
}

interface Ranking {
  /** Places are offered in rising order: of equal scores the earlier one stays. */
  offer(place: number, score: number): void
  /** The best, best first. */
  best(): readonly Ranked[]
}

/** How much more than asked for is kept before the worst are cut off. */
const SLACK = 256

/** Keeps the best of however many are offered, in memory for about twice as many as are asked for. */
export function ranking(most: number): Ranking {
  let kept: Ranked[] = []
  let least = Number.NEGATIVE_INFINITY

  function cut(): void {
    kept = kept.toSorted((one, other) => other.score - one.score || one.place - other.place).slice(0, most)
    if (kept.length === most) least = kept.at(-1)?.score ?? least
  }

  return {
    offer(place, score) {
      if (!(score > least)) return
      kept.push({ place, score })
      if (kept.length >= 2 * most + SLACK) cut()
    },
    best() {
      cut()
      return kept
    },
  }
}

import type { ManagedPrediction } from '../../management/model.ts'
import { sameLabels } from '../../management/send/labels.ts'

interface Sayings {
  /** For each of the known ones, in their order, how it is told now; undefined when it is not told any more. */
  readonly matches: readonly (ManagedPrediction | undefined)[]
  /** What nobody knew, in the order in which it is told. */
  readonly rest: readonly ManagedPrediction[]
}

/** Scores go over the wire as text. */
const SAME_SCORE = 1e-6

/**
 * Finds what was said before in what is told now: first what is told in the very same words, then what differs by no more than the
 * rounding of a way over the wire.
 */
export function sameSayings(known: readonly ManagedPrediction[], told: readonly ManagedPrediction[]): Sayings {
  const free = new Set(told)
  const take = (found: ManagedPrediction | undefined) => {
    if (found) free.delete(found)
    return found
  }
  const byWords = Map.groupBy(told, wordsOf)
  const exact = known.map((each) => take(byWords.get(wordsOf(each))?.shift()))
  const byKind = Map.groupBy(free, kindOf)
  const matches = known.map((each, place) => {
    const like = byKind.get(kindOf(each)) ?? []
    const at = exact[place] === undefined ? like.findIndex((other) => isSame(each, other)) : -1
    return exact[place] ?? take(at === -1 ? undefined : like.splice(at, 1)[0])
  })
  return { matches, rest: [...free] }
}

function wordsOf({ source, score, object }: ManagedPrediction): string {
  return JSON.stringify([source, score, object])
}

function kindOf({ source, object }: ManagedPrediction): string {
  return JSON.stringify([source, object.kind, object.className])
}

function isSame(one: ManagedPrediction, other: ManagedPrediction): boolean {
  const isAsSure =
    one.score === other.score ||
    (one.score !== null && other.score !== null && Math.abs(one.score - other.score) < SAME_SCORE)
  return isAsSure && sameLabels([one.object], [other.object])
}

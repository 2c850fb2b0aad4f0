import { annotationBounds } from '../../annotation/annotations/read-annotation.ts'
import type { ManagedPrediction } from '../../management/model.ts'
import { sameLabels } from '../../management/send/labels.ts'

interface Sayings {
  /** For each of the known ones, in their order, how it is told now; undefined when it is not told any more. */
  readonly matches: readonly (ManagedPrediction | undefined)[]
  /** Predictions that nobody knew, in the order in which they are told. */
  readonly rest: readonly ManagedPrediction[]
}

/** Scores go over the wire as text. */
const SAME_SCORE = 1e-6
/** Pixels; more than the same geometry may differ by. */
const MOST_DRIFT = 0.01

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
  const near = Map.groupBy(free, (each) => cellOf(each, 0, 0))
  const takeNear = (sought: ManagedPrediction) => {
    const like = [...cellsOf(sought)].flatMap((cell) => near.get(cell) ?? [])
    return take(like.find((other) => free.has(other) && isSame(sought, other)))
  }
  const matches = known.map((each, place) => exact[place] ?? takeNear(each))
  return { matches, rest: [...free] }
}

function wordsOf({ source, score, object }: ManagedPrediction): string {
  return JSON.stringify([source, score, object])
}

/** The cells that something lies in, rounded this way or that. */
function cellsOf(saying: ManagedPrediction): Set<string> {
  const ways = [-MOST_DRIFT, MOST_DRIFT]
  return new Set(ways.flatMap((right) => ways.map((down) => cellOf(saying, right, down))))
}

/** Sayings of a source about a class that begin at the same pixel: thousands that were replaced are not compared with each other. */
function cellOf({ source, object }: ManagedPrediction, right: number, down: number): string {
  const { x0, y0 } = annotationBounds(object)
  return JSON.stringify([source, object.kind, object.className, Math.round(x0 + right), Math.round(y0 + down)])
}

function isSame(one: ManagedPrediction, other: ManagedPrediction): boolean {
  const isAsSure =
    one.score === other.score ||
    (one.score !== null && other.score !== null && Math.abs(one.score - other.score) < SAME_SCORE)
  return isAsSure && sameLabels([one.object], [other.object])
}

/** Boxes that compete, in any one space: four numbers `x0 y0 x1 y1` each, with a score and a class. */
export interface Candidates {
  readonly boxes: Float32Array
  readonly scores: Float32Array
  readonly classes: Int32Array
}

export interface Suppressing {
  /** Two boxes whose intersection over union is larger are the same object. */
  readonly iouThreshold: number
  /** Boxes of different classes compete too. */
  readonly classAgnostic: boolean
  /** So many of the best compete; so many are kept. */
  readonly mostCandidates: number
  readonly most: number
  /** Intersection over union of two candidates, for shapes that are no upright boxes. */
  readonly overlapOf?: (one: number, other: number) => number
}

/** However many a request lets compete: every one is held against all that stay, which takes seconds for many more. */
const MOST_COMPETING = 30_000

/**
 * Greedy non-maximum suppression: the places of the candidates that stay, best first. Of equal scores the earlier one wins, so that the
 * same boxes give the same answer. Candidates whose score or box is no number stay out.
 */
export function suppress(candidates: Candidates, wanted: Suppressing): number[] {
  const { iouThreshold, classAgnostic, most } = wanted
  const { boxes, classes } = candidates
  const overlapOf = wanted.overlapOf ?? ((one: number, other: number) => iou(boxes, one, other))
  const isHidden = (kept: readonly number[], place: number) => {
    for (const other of kept) {
      if (!classAgnostic && classes[other] !== classes[place]) continue
      if (overlapOf(other, place) > iouThreshold) return true
    }
    return false
  }
  const kept: number[] = []
  for (const place of bestFirst(candidates, Math.min(wanted.mostCandidates, MOST_COMPETING))) {
    if (kept.length >= most) break
    if (!isHidden(kept, place)) kept.push(place)
  }
  return kept
}

/**
 * The places of the `most` best candidates, best first, of equals the earlier one first. Those whose score or box is no number stay out.
 * A million candidates take a few milliseconds: only those that are answered are sorted.
 */
export function bestFirst(candidates: Candidates, most: number): readonly number[] {
  const scores = rankable(candidates)
  const places = placesOfBest(scores, most)
  const scoreOf = (place: number) => scores[place] ?? Number.NEGATIVE_INFINITY
  return places.sort((one, other) => scoreOf(other) - scoreOf(one) || one - other)
}

/** The scores; −∞ for candidates that have no number somewhere. */
function rankable({ boxes, scores }: Candidates): Float32Array {
  const ranked = scores.slice()
  const at = (place: number) => boxes[place] ?? Number.NaN
  for (let place = 0, corner = 0; place < ranked.length; place += 1, corner += 4) {
    // The sum is finite only if every one of them is.
    const sum = at(corner) + at(corner + 1) + at(corner + 2) + at(corner + 3) + (scores[place] ?? 0)
    if (!Number.isFinite(sum)) ranked[place] = Number.NEGATIVE_INFINITY
  }
  return ranked
}

function placesOfBest(scores: Float32Array, most: number): number[] {
  const least = most < scores.length ? largest(scores, most) : Number.NEGATIVE_INFINITY
  const [above, level]: [number[], number[]] = [[], []]
  for (let place = 0; place < scores.length; place += 1) {
    const score = scores[place] ?? 0
    if (score > least) above.push(place)
    else if (score === least && least > Number.NEGATIVE_INFINITY && level.length < most) level.push(place)
  }
  return above.concat(level.slice(0, Math.max(0, most - above.length)))
}

/** The `rank`-th largest of the values, the largest being the first, by Hoare's selection on a copy. */
function largest(scores: Float32Array, rank: number): number {
  if (rank < 1) return Number.POSITIVE_INFINITY
  const values = scores.slice()
  const target = values.length - rank
  let [low, high] = [0, values.length - 1]
  while (low < high) {
    const { left, right } = partition(values, low, high)
    if (target <= right) high = right
    else if (target >= left) low = left
    else break
  }
  return values[target] ?? Number.POSITIVE_INFINITY
}

/** Brings what is below a pivot in front of what is above it; between `right` and `left` lies the pivot alone. */
function partition(values: Float32Array, low: number, high: number) {
  const valueAt = (place: number) => values[place] ?? 0
  const pivot = valueAt((low + high) >>> 1)
  let [left, right] = [low, high]
  while (left <= right) {
    while (valueAt(left) < pivot) left += 1
    while (valueAt(right) > pivot) right -= 1
    if (left > right) break
    const value = valueAt(left)
    values[left] = valueAt(right)
    values[right] = value
    left += 1
    right -= 1
  }
  return { left, right }
}

/** Intersection over union of two boxes of a list; 0 where both are empty. */
function iou(boxes: Float32Array, one: number, other: number): number {
  const [a, b] = [4 * one, 4 * other]
  const at = (place: number) => boxes[place] ?? 0
  const width = Math.min(at(a + 2), at(b + 2)) - Math.max(at(a), at(b))
  const height = Math.min(at(a + 3), at(b + 3)) - Math.max(at(a + 1), at(b + 1))
  if (!(width > 0 && height > 0)) return 0
  const area = (place: number) => (at(place + 2) - at(place)) * (at(place + 3) - at(place + 1))
  const shared = width * height
  return shared / (area(a) + area(b) - shared)
}

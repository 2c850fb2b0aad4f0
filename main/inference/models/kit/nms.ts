/** Boxes that compete, in any one space: four numbers `x0 y0 x1 y1` each, with a score and a class. */
export interface Candidates {
  readonly boxes: Float32Array
  readonly scores: Float32Array
  readonly classes: Int32Array
}

interface Suppressing {
  /** Two boxes whose intersection over union is larger are the same object. */
  readonly iouThreshold: number
  /** Boxes of different classes compete too. */
  readonly classAgnostic: boolean
  /** So many of the best compete; so many are kept. */
  readonly mostCandidates: number
  readonly most: number
}

/**
 * Greedy non-maximum suppression: the places of the candidates that stay, best first. Of equal scores the earlier one wins, so that the
 * same boxes give the same answer. Candidates whose score or box is no number stay out.
 */
export function suppress(candidates: Candidates, wanted: Suppressing): number[] {
  const { scores, classes } = candidates
  const ranked = rank(candidates, wanted.mostCandidates)
  const kept: number[] = []
  for (const place of ranked) {
    if (kept.length >= wanted.most) break
    const isRival = (other: number) => wanted.classAgnostic || classes[other] === classes[place]
    const isHidden = kept.some((other) => isRival(other) && iou(candidates.boxes, other, place) > wanted.iouThreshold)
    if (!isHidden && scores[place] !== undefined) kept.push(place)
  }
  return kept
}

function rank({ boxes, scores }: Candidates, most: number): number[] {
  const places = Array.from(scores.keys()).filter(
    (place) => Number.isFinite(scores[place]) && boxes.subarray(4 * place, 4 * place + 4).every(Number.isFinite),
  )
  return places.sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0) || one - other).slice(0, most)
}

/** Intersection over union of two boxes of a list; 0 where both are empty. */
function iou(boxes: Float32Array, one: number, other: number): number {
  const [a, b] = [4 * one, 4 * other]
  const at = (place: number) => boxes[place] ?? 0
  const width = Math.min(at(a + 2), at(b + 2)) - Math.max(at(a), at(b))
  const height = Math.min(at(a + 3), at(b + 3)) - Math.max(at(a + 1), at(b + 1))
  if (width <= 0 || height <= 0) return 0
  const area = (place: number) => (at(place + 2) - at(place)) * (at(place + 3) - at(place + 1))
  const shared = width * height
  return shared / (area(a) + area(b) - shared)
}

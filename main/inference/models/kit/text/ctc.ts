/** The text that a network read, and how sure it is. */
export interface Reading {
  readonly text: string
  readonly confidence: number
}

/** Scores of one image: a row a step with a column for each character and one for the blank. */
interface Steps {
  readonly scores: Float32Array
  readonly vocabulary: readonly string[]
}

/**
 * The best path: the best character of every step, where the same one running on counts once and blanks fall out. The blank is the last
 * column, the scores are logits, and the reading is as sure as its least sure step.
 */
export function readSteps({ scores, vocabulary }: Steps): Reading {
  const columns = vocabulary.length + 1
  let text = ''
  let confidence = 1
  let last = vocabulary.length
  for (let start = 0; start < scores.length; start += columns) {
    const row = scores.subarray(start, start + columns)
    const best = bestOf(row)
    confidence = Math.min(confidence, numberOr0(shareOf(row, best)))
    if (best !== last) text += vocabulary[best] ?? ''
    last = best
  }
  return { text, confidence }
}

/** The same where the blank is the first column; as sure as its characters are on average, and of logits or of probabilities. */
export function readLine({ scores, vocabulary }: Steps): Reading {
  const columns = vocabulary.length + 1
  let [text, sum, count, last] = ['', 0, 0, 0]
  for (let start = 0; start < scores.length; start += columns) {
    const row = scores.subarray(start, start + columns)
    const best = bestOf(row)
    if (best !== last && best !== 0) {
      text += vocabulary[best - 1] ?? ''
      sum += numberOr0(areShares(row) ? (row[best] ?? 0) : shareOf(row, best))
      count += 1
    }
    last = best
  }
  return { text, confidence: count === 0 ? 0 : Math.min(1, sum / count) }
}

/** The first of the highest scores. */
function bestOf(scores: Float32Array): number {
  let best = 0
  for (let place = 1; place < scores.length; place += 1) {
    if ((scores[place] ?? 0) > (scores[best] ?? 0)) best = place
  }
  return best
}

/** The share of a score after a softmax. */
function shareOf(scores: Float32Array, place: number): number {
  const highest = scores[place] ?? 0
  let sum = 0
  for (const score of scores) sum += Math.exp(score - highest)
  return 1 / sum
}

/** Whether a softmax was applied already; half floats do not add up to 1 exactly. */
function areShares(scores: Float32Array): boolean {
  let sum = 0
  for (const score of scores) {
    if (score < 0) return false
    sum += score
  }
  return Math.abs(sum - 1) < 0.1
}

/** A confidence that is no number is none at all. */
function numberOr0(value: number): number {
  return Number.isFinite(value) ? value : 0
}

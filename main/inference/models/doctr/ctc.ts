/** What a network read, and how sure it is: the least of its steps. */
export interface Reading {
  readonly text: string
  readonly confidence: number
}

/** Scores of one picture: a row a step with a column for each character and one for the blank at the end. */
interface Steps {
  readonly scores: Float32Array
  readonly vocabulary: readonly string[]
}

/** The best path: the best character of every step, where the same one running on counts once and blanks fall out. */
export function readSteps({ scores, vocabulary }: Steps): Reading {
  const columns = vocabulary.length + 1
  let text = ''
  let confidence = 1
  let last = vocabulary.length
  for (let start = 0; start < scores.length; start += columns) {
    const { best, probability } = bestOf(scores.subarray(start, start + columns))
    // What is no number is not sure at all.
    confidence = Math.min(confidence, Number.isFinite(probability) ? probability : 0)
    if (best !== last) text += vocabulary[best] ?? ''
    last = best
  }
  return { text, confidence }
}

/** The first of the highest scores, with its share after a softmax. */
function bestOf(scores: Float32Array) {
  let best = 0
  for (const [place, score] of scores.entries()) if (score > (scores[best] ?? 0)) best = place
  const highest = scores[best] ?? 0
  let sum = 0
  for (const score of scores) sum += Math.exp(score - highest)
  return { best, probability: 1 / sum }
}

/** The probability behind a logit (the logistic function). */
export function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit))
}

/** The logit behind a probability: −∞ for 0, ∞ for 1. */
export function logitOf(probability: number): number {
  return Math.log(probability / (1 - probability))
}

/** Probabilities that add up to 1, in the same order. The largest logit is taken off first, so that no power overflows. */
export function softmax(logits: ArrayLike<number>): Float64Array {
  const largest = largestOf(logits)
  const powers = Float64Array.from(logits, (logit) => Math.exp(logit - largest))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map((power) => power / sum)
}

function largestOf(values: ArrayLike<number>): number {
  let largest = Number.NEGATIVE_INFINITY
  for (let i = 0; i < values.length; i += 1) largest = Math.max(largest, values[i] ?? largest)
  return largest
}

/** Cosine of the angle between two embeddings of equal length, −1…1. One that is all zeros is like nothing: 0. */
export function cosineSimilarity(one: readonly number[], other: readonly number[]): number {
  if (one.length !== other.length) {
    throw new RangeError(`Embeddings of ${one.length} and ${other.length} numbers cannot be compared`)
  }
  let [dot, square, otherSquare] = [0, 0, 0]
  for (const [place, value] of one.entries()) {
    const match = other[place] ?? 0
    dot += value * match
    square += value * value
    otherSquare += match * match
  }
  const length = Math.sqrt(square) * Math.sqrt(otherSquare)
  // Rounding may carry the quotient of two equal ones past 1.
  return length === 0 ? 0 : Math.max(-1, Math.min(1, dot / length))
}

import type { Reading } from '../doctr/ctc.ts'

/** Answers of one line: a row a step, with a column for each of `columns`, of which the first is the blank. */
interface Steps {
  readonly values: Float32Array
  readonly columns: readonly string[]
}

/** The best path: the same column running on counts once, blanks fall out. As sure as its characters are on average. */
export function readLine({ values, columns }: Steps): Reading {
  let [text, sum, count, last] = ['', 0, 0, 0]
  for (let start = 0; start < values.length; start += columns.length) {
    const row = values.subarray(start, start + columns.length)
    const best = highestOf(row)
    if (best !== 0 && best !== last) {
      text += columns[best] ?? ''
      sum += shareOf(row, best)
      count += 1
    }
    last = best
  }
  return { text, confidence: count === 0 ? 0 : sum / count }
}

function highestOf(row: Float32Array): number {
  let best = 0
  for (let column = 1; column < row.length; column += 1) if ((row[column] ?? 0) > (row[best] ?? 0)) best = column
  return best
}

/** Exports end in a softmax; those that do not are given one. */
function shareOf(row: Float32Array, best: number): number {
  const highest = row[best] ?? 0
  let [total, least, softened] = [0, 0, 0]
  for (const value of row) {
    total += value
    least = Math.min(least, value)
    softened += Math.exp(value - highest)
  }
  const isShare = least >= 0 && Math.abs(total - 1) < SLACK
  const share = isShare ? highest : 1 / softened
  return Number.isFinite(share) ? share : 0
}

/** Of sums of thousands of halves. */
const SLACK = 0.05

import type { Box } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'
import { marksOf, probabilityAt, regionsOf, type WordMap } from '../kit/text/regions.ts'

export interface FoundWord {
  /** In pixels of the frame; may reach beyond it. */
  readonly box: Box
  /** Mean probability over what was found. */
  readonly score: number
}

const WORD_THRESHOLD = 0.1
/** Words whose pixels span less are specks. */
const LEAST_SPAN = 2
/** The network marks the middle of words; they are grown by so much of their area through their perimeter. */
const GROWTH = 1.5
/** A broken network may find thousands; the best are read. */
const MOST_WORDS = 4000

/** The words of a map, as docTR reads it for upright pages: what is left of its marks after an opening, each as a grown rectangle. */
export function findWords(map: WordMap): readonly FoundWord[] {
  const { width, height } = map
  const marks = opened(marksOf(map), map)
  const words: FoundWord[] = []
  for (const { x0, y0, x1, y1 } of regionsOf(marks, width)) {
    const [spanX, spanY] = [x1 - x0, y1 - y0]
    if (spanX - 1 < LEAST_SPAN || spanY - 1 < LEAST_SPAN) continue
    // The reference counts the row and the column behind the rectangle as well.
    const score = meanProbability(map, { x0, y0, x1: Math.min(x1 + 1, width), y1: Math.min(y1 + 1, height) })
    if (score < WORD_THRESHOLD) continue
    const growth = (GROWTH * spanX * spanY) / (2 * (spanX + spanY))
    words.push({ box: { x0: x0 - growth, y0: y0 - growth, x1: x1 + growth, y1: y1 + growth }, score })
  }
  if (words.length <= MOST_WORDS) return words
  return words.toSorted((one, other) => other.score - one.score).slice(0, MOST_WORDS)
}

/** Only what a square of 3 × 3 fits into stays. Beyond the frame everything may be marked, and nothing is. */
function opened(marks: Uint8Array, size: Size): Uint8Array {
  const thin = alongBoth(marks, size, { beyond: 1, combine: (before, here, after) => before & here & after })
  return alongBoth(thin, size, { beyond: 0, combine: (before, here, after) => before | here | after })
}

interface Combination {
  readonly beyond: number
  combine(before: number, here: number, after: number): number
}

function alongBoth(marks: Uint8Array, { width, height }: Size, { beyond, combine }: Combination): Uint8Array {
  const across = new Uint8Array(marks.length)
  const result = new Uint8Array(marks.length)
  const at = (from: Uint8Array, place: number) => from[place] ?? beyond
  for (let place = 0; place < marks.length; place += 1) {
    const x = place % width
    const before = x === 0 ? beyond : at(marks, place - 1)
    const after = x === width - 1 ? beyond : at(marks, place + 1)
    across[place] = combine(before, at(marks, place), after)
  }
  for (let place = 0; place < width * height; place += 1) {
    result[place] = combine(at(across, place - width), at(across, place), at(across, place + width))
  }
  return result
}

function meanProbability(map: WordMap, { x0, y0, x1, y1 }: Box): number {
  let sum = 0
  for (let y = y0; y < y1; y += 1) {
    for (let x = x0; x < x1; x += 1) sum += probabilityAt(map, y * map.width + x)
  }
  return sum / ((x1 - x0) * (y1 - y0))
}

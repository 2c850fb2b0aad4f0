import type { Box } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'

/** For every pixel of a frame, how much it looks like a word. */
export interface WordMap extends Size {
  /** Row by row. */
  readonly values: Float32Array
  /** The values are 0…1 already; otherwise a sigmoid makes them so. */
  readonly areProbabilities: boolean
}

export interface FoundWord {
  /** In pixels of the frame; may reach beyond it. */
  readonly box: Box
  /** Mean probability over what was found. */
  readonly score: number
}

const PIXEL_THRESHOLD = 0.3
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
  const pending: number[] = []
  for (let place = 0; place < marks.length; place += 1) {
    if (marks[place] !== 1) continue
    const { x0, y0, x1, y1 } = takeRegion(marks, { place, width, pending })
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

/** 1 where a pixel belongs to a word. */
function marksOf({ values, areProbabilities }: WordMap): Uint8Array {
  const threshold = areProbabilities ? PIXEL_THRESHOLD : Math.log(PIXEL_THRESHOLD / (1 - PIXEL_THRESHOLD))
  return Uint8Array.from(values, (value) => (value >= threshold ? 1 : 0))
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

interface Region {
  readonly place: number
  readonly width: number
  /** An empty list to work with. */
  readonly pending: number[]
}

/** The rectangle around the marks that touch one another, corners too; they are taken away. */
function takeRegion(marks: Uint8Array, { place, width, pending }: Region): Box {
  const height = marks.length / width
  const box = { x0: width, y0: height, x1: 0, y1: 0 }
  marks[place] = 0
  pending.push(place)
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const [x, y] = [at % width, Math.floor(at / width)]
    box.x0 = Math.min(box.x0, x)
    box.x1 = Math.max(box.x1, x + 1)
    box.y0 = Math.min(box.y0, y)
    box.y1 = Math.max(box.y1, y + 1)
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
      takeBetween(marks, {
        first: row * width + Math.max(0, x - 1),
        last: row * width + Math.min(width - 1, x + 1),
        pending,
      })
    }
  }
  return box
}

interface Stretch {
  readonly first: number
  readonly last: number
  /** Given the marks that are taken away. */
  readonly pending: number[]
}

function takeBetween(marks: Uint8Array, { first, last, pending }: Stretch): void {
  for (let place = first; place <= last; place += 1) {
    if (marks[place] === 1) pending.push(place)
    marks[place] = 0
  }
}

function meanProbability({ values, areProbabilities, width }: WordMap, { x0, y0, x1, y1 }: Box): number {
  let sum = 0
  for (let y = y0; y < y1; y += 1) {
    for (const value of values.subarray(y * width + x0, y * width + x1)) {
      sum += areProbabilities ? value : 1 / (1 + Math.exp(-value))
    }
  }
  return sum / ((x1 - x0) * (y1 - y0))
}

import type { Box } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'

/** For every pixel of a frame, how much it looks like text. */
export interface WordMap extends Size {
  /** Row by row. */
  readonly values: Float32Array
  /** The values are 0…1 already; otherwise a sigmoid makes them so. */
  readonly areProbabilities: boolean
}

/** Above which probability a pixel of a map is text. */
const PIXEL_THRESHOLD = 0.3

/** 1 where a pixel belongs to text. */
export function marksOf({ values, areProbabilities }: WordMap): Uint8Array {
  const threshold = areProbabilities ? PIXEL_THRESHOLD : Math.log(PIXEL_THRESHOLD / (1 - PIXEL_THRESHOLD))
  return Uint8Array.from(values, (value) => (value >= threshold ? 1 : 0))
}

/** The probability at a place of the map. */
export function probabilityAt({ values, areProbabilities }: WordMap, place: number): number {
  const value = values[place] ?? 0
  return areProbabilities ? value : 1 / (1 + Math.exp(-value))
}

/** Told of each mark of a region. */
type Visit = (x: number, y: number) => void

/** The rectangles around marks that touch one another, corners too, from the top. The marks are taken away. */
export function* regionsOf(marks: Uint8Array, width: number, visit: Visit = () => undefined): Generator<Box> {
  const pending: number[] = []
  for (let place = 0; place < marks.length; place += 1) {
    if (marks[place] === 1) yield takeRegion(marks, { place, width, pending, visit })
  }
}

interface Region {
  readonly place: number
  readonly width: number
  /** An empty list to work with. */
  readonly pending: number[]
  readonly visit: Visit
}

function takeRegion(marks: Uint8Array, { place, width, pending, visit }: Region): Box {
  const height = marks.length / width
  const box = { x0: width, y0: height, x1: 0, y1: 0 }
  marks[place] = 0
  pending.push(place)
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const [x, y] = [at % width, Math.floor(at / width)]
    visit(x, y)
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

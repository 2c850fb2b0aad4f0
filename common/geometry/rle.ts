import { err, ok, type Result } from '../result.ts'
import type { Box } from './box.ts'
import { emptyMask, fillRings, type Mask, maskBounds } from './mask.ts'
import { type Rings, ringsBounds } from './polygon.ts'
import type { Size } from './space.ts'

/**
 * COCO run lengths: down the columns, columns from the left, alternating and background first (0 when the first pixel
 * belongs to the object).
 */
export type RunLengths = readonly number[]

/** Reasons why run lengths from outside are refused. */
export type RleError =
  | { readonly kind: 'rle-run-invalid'; readonly index: number }
  | { readonly kind: 'rle-size-mismatch'; readonly expected: number; readonly found: number }
  | { readonly kind: 'rle-text-invalid'; readonly index: number }

/** Limit for the 5-bit groups of one number: 34 bits and a sign cover more pixels than any image has. */
const MAX_GROUPS = 7

export function encodeMask({ width, data }: Mask): RunLengths {
  const counts: number[] = []
  let [current, run] = [0, 0]
  for (let x = 0; x < width; x++) {
    for (let i = x; i < data.length; i += width) {
      if (data[i] !== current) {
        counts.push(run)
        current ^= 1
        run = 0
      }
      run++
    }
  }
  if (run > 0) counts.push(run)
  return counts
}

/**
 * Returns the run lengths of the inside of a few rings that are inside a frame, and its box in whole pixels; undefined
 * when it contains no pixel center. The cost grows with the size of the rings, not with the frame.
 */
export function encodeRings(
  rings: Rings,
  frame: Size,
): { readonly counts: RunLengths; readonly bounds: Box | undefined } {
  const around = ringsBounds(rings)
  const [left, top] = [Math.floor(around.x0), Math.floor(around.y0)]
  const moved = rings.map((ring) => ring.map((length, i) => length - (i % 2 === 0 ? left : top)))
  const mask = fillRings(moved, { width: Math.ceil(around.x1) - left, height: Math.ceil(around.y1) - top })
  const inner = maskBounds(mask)
  const bounds = inner && { x0: inner.x0 + left, y0: inner.y0 + top, x1: inner.x1 + left, y1: inner.y1 + top }
  return { counts: encodePatch(mask, { left, top }, frame), bounds }
}

/** Returns the run lengths of a mask at a position in a larger frame. */
function encodePatch(mask: Mask, place: { readonly left: number; readonly top: number }, frame: Size): RunLengths {
  const counts: number[] = []
  let end = 0
  for (let x = 0; x < mask.width; x++) {
    const start = (place.left + x) * frame.height + place.top
    for (let y = nextInColumn(mask, x, { from: 0, value: 1 }); y < mask.height; ) {
      const below = nextInColumn(mask, x, { from: y, value: 0 })
      // A run at the bottom of a column continues at the top of the next.
      if (start + y === end && counts.length > 0) counts.push((counts.pop() ?? 0) + below - y)
      else counts.push(start + y - end, below - y)
      end = start + below
      y = nextInColumn(mask, x, { from: below, value: 1 })
    }
  }
  const rest = frame.width * frame.height - end
  return rest > 0 ? [...counts, rest] : counts
}

/** Returns the first row at or after `from` where a column has the value; the height when there is none. */
function nextInColumn(
  { width, height, data }: Mask,
  x: number,
  { from, value }: { readonly from: number; readonly value: 0 | 1 },
): number {
  let y = from
  while (y < height && data[y * width + x] !== value) y++
  return y
}

/** Decodes run lengths. Refuses runs that are not natural numbers or do not add up to the size. */
export function decodeMask(counts: RunLengths, size: Size): Result<Mask, RleError> {
  const invalid = counts.findIndex((count) => !Number.isSafeInteger(count) || count < 0)
  if (invalid >= 0) return err({ kind: 'rle-run-invalid', index: invalid })
  const expected = size.width * size.height
  const found = counts.reduce((sum, count) => sum + count, 0)
  if (found !== expected) return err({ kind: 'rle-size-mismatch', expected, found })
  const mask = emptyMask(size)
  let start = 0
  for (const [index, count] of counts.entries()) {
    if (index % 2 === 1) setDownColumns(mask, start, count)
    start += count
  }
  return ok(mask)
}

/** Returns the area in pixels. */
export function runLengthArea(counts: RunLengths): number {
  return counts.reduce((sum, count, index) => (index % 2 === 1 ? sum + count : sum), 0)
}

/**
 * Encodes COCO's compressed text: from the fourth run on the difference to the run before the last, in groups of five
 * bits, low ones first, with the sixth bit for "more follows". Each group plus 48 is a character code.
 */
export function runLengthsToText(counts: RunLengths): string {
  const characters: string[] = []
  for (const [index, count] of counts.entries()) {
    let rest = index > 2 ? count - (counts[index - 2] ?? 0) : count
    for (let more = true; more; ) {
      const group = ((rest % 32) + 32) % 32
      rest = Math.floor(rest / 32)
      more = group >= 16 ? rest !== -1 : rest !== 0
      characters.push(String.fromCharCode(group + (more ? 32 : 0) + 48))
    }
  }
  return characters.join('')
}

/** Decodes COCO's compressed text. Refuses invalid characters, unfinished numbers and negative runs. */
export function runLengthsFromText(text: string): Result<RunLengths, RleError> {
  const counts: number[] = []
  for (let index = 0; index < text.length; ) {
    const number = readNumber(text, index)
    if (number === undefined) return err({ kind: 'rle-text-invalid', index })
    const count = number.value + (counts.length > 2 ? (counts[counts.length - 2] ?? 0) : 0)
    if (count < 0) return err({ kind: 'rle-run-invalid', index: counts.length })
    counts.push(count)
    index = number.end
  }
  return ok(counts)
}

function readNumber(text: string, start: number): { readonly value: number; readonly end: number } | undefined {
  let [value, weight] = [0, 1]
  for (let index = start; index < start + MAX_GROUPS; index++) {
    const code = text.charCodeAt(index) - 48
    if (!(code >= 0 && code < 64)) return undefined
    value += (code % 32) * weight
    weight *= 32
    if (code < 32) return { value: code >= 16 ? value - weight : value, end: index + 1 }
  }
  return undefined
}

function setDownColumns({ width, height, data }: Mask, start: number, count: number): void {
  let [x, y] = [Math.floor(start / height), start % height]
  for (let left = count; left > 0; left--) {
    data[y * width + x] = 1
    y++
    if (y === height) [x, y] = [x + 1, 0]
  }
}

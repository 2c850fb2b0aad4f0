import { z } from 'zod'
import { at } from './polygon.ts'
import type { Size } from './space.ts'

/** An open line in image pixels as a flat list x0, y0, x1, y1, … of two points at least. */
export const Line = z
  .array(z.number())
  .min(4, 'schema-line-too-short')
  .refine((flat) => flat.length % 2 === 0, 'schema-line-not-flat')
  .readonly()
export type Line = readonly number[]

/** In pixels. */
export function lineLength(line: Line): number {
  let length = 0
  for (let i = 2; i < line.length; i += 2) {
    length += Math.hypot(at(line, i) - at(line, i - 2), at(line, i + 1) - at(line, i - 1))
  }
  return length
}

/** The pieces of a line inside the frame `0…width × 0…height`, in order; the line itself when all of it is. */
export function clipLine(line: Line, frame: Size): readonly Line[] {
  const pieces: number[][] = []
  for (let i = 0; i + 3 < line.length; i += 2) {
    const part = clipSegment([at(line, i), at(line, i + 1), at(line, i + 2), at(line, i + 3)], frame)
    if (part === undefined) continue
    const [x0, y0, x1, y1] = part
    const piece = pieces.at(-1)
    if (piece && piece.at(-2) === x0 && piece.at(-1) === y0) piece.push(x1, y1)
    else pieces.push([x0, y0, x1, y1])
  }
  return pieces.filter((piece) => lineLength(piece) > 0)
}

type Segment = readonly [x0: number, y0: number, x1: number, y1: number]

/** The part of a segment inside the frame (Liang–Barsky), or undefined. */
export function clipSegment([x0, y0, x1, y1]: Segment, { width, height }: Size): Segment | undefined {
  const [dx, dy] = [x1 - x0, y1 - y0]
  let [from, to] = [0, 1]
  const sides = [
    [-dx, x0],
    [dx, width - x0],
    [-dy, y0],
    [dy, height - y0],
  ] as const
  for (const [outward, room] of sides) {
    if (outward === 0 && room < 0) return undefined
    if (outward < 0) from = Math.max(from, room / outward)
    if (outward > 0) to = Math.min(to, room / outward)
  }
  if (from > to) return undefined
  // The ends as they are where they lie within: a line that is not cut must not change by rounding.
  const [startX, startY] = from === 0 ? [x0, y0] : [x0 + from * dx, y0 + from * dy]
  return to === 1 ? [startX, startY, x1, y1] : [startX, startY, x0 + to * dx, y0 + to * dy]
}

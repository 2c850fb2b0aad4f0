import { z } from 'zod'
import { extentOf } from './extent.ts'
import type { ImagePoint, Size } from './space.ts'

/** An axis-aligned box in image pixels: `x0 ≤ x1`, `y0 ≤ y1`; the right and bottom edges are exclusive. */
export const Box = z.object({ x0: z.number(), y0: z.number(), x1: z.number(), y1: z.number() }).readonly()
export type Box = z.infer<typeof Box>

/** Returns the box spanned by two opposite corners in any order. */
export function boxBetween(a: ImagePoint, b: ImagePoint): Box {
  return { x0: Math.min(a.x, b.x), y0: Math.min(a.y, b.y), x1: Math.max(a.x, b.x), y1: Math.max(a.y, b.y) }
}

/** Returns the bounds of one or more boxes. */
export function boxAround(boxes: readonly Box[]): Box {
  const [x, y] = [extentOf(boxes.flatMap(({ x0, x1 }) => [x0, x1])), extentOf(boxes.flatMap(({ y0, y1 }) => [y0, y1]))]
  return { x0: x.least, y0: y.least, x1: x.most, y1: y.most }
}

export function boxSize({ x0, y0, x1, y1 }: Box): Size {
  return { width: x1 - x0, height: y1 - y0 }
}

/** Returns the area in square pixels. */
export function boxArea({ x0, y0, x1, y1 }: Box): number {
  return Math.max(0, x1 - x0) * Math.max(0, y1 - y0)
}

export function boxContains({ x0, y0, x1, y1 }: Box, { x, y }: { readonly x: number; readonly y: number }): boolean {
  return x >= x0 && x < x1 && y >= y0 && y < y1
}

/** Returns the part of the box in the frame `0…width × 0…height`; undefined when nothing is left. */
export function clipBox(box: Box, { width, height }: Size): Box | undefined {
  const clipped = {
    x0: Math.max(0, box.x0),
    y0: Math.max(0, box.y0),
    x1: Math.min(width, box.x1),
    y1: Math.min(height, box.y1),
  }
  return clipped.x0 < clipped.x1 && clipped.y0 < clipped.y1 ? clipped : undefined
}

/** Returns the four corners clockwise from the top left, as a flat ring. */
export function boxRing({ x0, y0, x1, y1 }: Box): readonly number[] {
  return [x0, y0, x1, y0, x1, y1, x0, y1]
}

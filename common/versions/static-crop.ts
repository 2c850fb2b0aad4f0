import type { Size } from '../geometry/space.ts'
import type { Preprocessing } from './preprocessing.ts'
import type { Span } from './tiles.ts'

/** The window that the step leaves of a picture, in its pixels; edges are rounded down, as at inference. */
export function cropSpans(
  { x_min, x_max, y_min, y_max }: NonNullable<Preprocessing['static-crop']>,
  { width, height }: Size,
): { readonly across: Span; readonly down: Span } {
  return { across: span(x_min, x_max, width), down: span(y_min, y_max, height) }
}

/** At least one pixel is left. */
function span(min: number, max: number, size: number): Span {
  const start = Math.min(Math.floor((min / 100) * size), size - 1)
  return { start, end: Math.max(start + 1, Math.floor((max / 100) * size)) }
}

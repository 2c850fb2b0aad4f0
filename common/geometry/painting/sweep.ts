import type { Span } from '../mask-spans.ts'

export const TIPS = ['round', 'square'] as const
export type Tip = (typeof TIPS)[number]

/** The tip of a brush. `size` is its diameter or the side of a square, in whole pixels. */
export interface Brush {
  readonly size: number
  readonly tip: Tip
}

type Point = { readonly x: number; readonly y: number }

/**
 * Returns the center of a dab: the center of a pixel for odd sizes, a pixel corner for even ones, so that dabs of one
 * size have the same shape everywhere.
 */
export function dabMiddle({ x, y }: Point, { size }: Brush): Point {
  return size % 2 === 1 ? { x: Math.floor(x) + 0.5, y: Math.floor(y) + 0.5 } : { x: Math.round(x), y: Math.round(y) }
}

/**
 * Yields the pixels whose centers the brush passes over between two points, row by row; a single dab when they are
 * equal. The swept area is convex, so a row has at most one span.
 */
export function* sweptSpans(from: Point, to: Point, brush: Brush): Generator<Span> {
  const sweep = sweepOf(dabMiddle(from, brush), dabMiddle(to, brush), brush)
  const radius = brush.size / 2
  const [top, bottom] = [Math.min(sweep.y, sweep.y + sweep.dy) - radius, Math.max(sweep.y, sweep.y + sweep.dy) + radius]
  for (let y = Math.floor(top); y < Math.ceil(bottom); y++) {
    const reach = brush.tip === 'round' ? roundReach(sweep, y + 0.5) : squareReach(sweep, y + 0.5)
    if (reach === undefined) continue
    const [x0, x1] = [Math.ceil(reach[0] - 0.5), Math.floor(reach[1] - 0.5) + 1]
    if (x1 > x0) yield { y, x0, x1 }
  }
}

/** A brush moving by `dx`, `dy`. All values are exact multiples of half a pixel. */
interface Sweep extends Point {
  readonly dx: number
  readonly dy: number
  readonly radius: number
}

function sweepOf(from: Point, to: Point, { size }: Brush): Sweep {
  return { x: from.x, y: from.y, dx: to.x - from.x, dy: to.y - from.y, radius: size / 2 }
}

type Interval = readonly [from: number, to: number]

/** Combines both end discs and the band between them; together they cover one interval of the row. */
function roundReach(sweep: Sweep, y: number): Interval | undefined {
  const { x, y: startY, dx, dy } = sweep
  const parts = [discReach(sweep, y), discReach({ ...sweep, x: x + dx, y: startY + dy }, y), bandReach(sweep, y)]
  const there = parts.filter((part) => part !== undefined)
  if (there.length === 0) return undefined
  return [Math.min(...there.map(([from]) => from)), Math.max(...there.map(([, to]) => to))]
}

function discReach({ x, y: middle, radius }: Sweep, y: number): Interval | undefined {
  const squared = radius * radius - (y - middle) * (y - middle)
  return squared < 0 ? undefined : [x - Math.sqrt(squared), x + Math.sqrt(squared)]
}

/** Returns where the row is within the radius of the line and between its ends. */
function bandReach({ x, y: startY, dx, dy, radius }: Sweep, y: number): Interval | undefined {
  const length = Math.hypot(dx, dy)
  if (length === 0) return undefined
  const down = y - startY
  const beside = solved(dy, -down * dx, radius * length)
  const between = solved(dx, down * dy - (length * length) / 2, (length * length) / 2)
  if (!beside || !between) return undefined
  const [from, to] = [Math.max(beside[0], between[0]), Math.min(beside[1], between[1])]
  return from > to ? undefined : [x + from, x + to]
}

/** Returns the values for which `slope · value + rest` is within `limit` of 0. */
function solved(slope: number, rest: number, limit: number): Interval | undefined {
  if (slope === 0) return Math.abs(rest) <= limit ? [-Infinity, Infinity] : undefined
  const [a, b] = [(-limit - rest) / slope, (limit - rest) / slope]
  return a < b ? [a, b] : [b, a]
}

/** Returns the interval of the square's positions while it covers the row. */
function squareReach({ x, y: startY, dx, dy, radius }: Sweep, y: number): Interval | undefined {
  const down = y - startY
  if (dy === 0 && Math.abs(down) > radius) return undefined
  const [early, late] = solved(dy, -down, radius) ?? [0, 1]
  const [first, last] = [Math.max(0, early), Math.min(1, late)]
  if (first > last) return undefined
  const [a, b] = [x + first * dx, x + last * dx]
  return [Math.min(a, b) - radius, Math.max(a, b) + radius]
}

import type { Span } from '../mask-spans.ts'
import type { Size } from '../space.ts'

type Point = { readonly x: number; readonly y: number }

/** RGBA pixels of an image, row by row from the top left. */
export interface ColorField extends Size {
  readonly data: ArrayLike<number>
}

/**
 * Returns the 4-connected pixels around a seed with its color: no channel differs by more than the tolerance (0…255).
 */
export function floodByColor({ width, height, data }: ColorField, seed: Point, tolerance: number): readonly Span[] {
  const place = (seed.y * width + seed.x) * 4
  const [red, green, blue] = [data[place] ?? 0, data[place + 1] ?? 0, data[place + 2] ?? 0]
  return flood({ width, height }, seed, (x, y) => {
    const i = (y * width + x) * 4
    return (
      Math.abs((data[i] ?? 0) - red) <= tolerance &&
      Math.abs((data[i + 1] ?? 0) - green) <= tolerance &&
      Math.abs((data[i + 2] ?? 0) - blue) <= tolerance
    )
  })
}

/** Returns the 4-connected pixels around a seed that satisfy the predicate; empty if the seed does not. */
export function flood(
  { width, height }: Size,
  seed: Point,
  isWanted: (x: number, y: number) => boolean,
): readonly Span[] {
  const taken = new Uint8Array(width * height)
  const isOpen = (x: number, y: number) => taken[y * width + x] === 0 && isWanted(x, y)
  const spans: Span[] = []
  const seeds = [seed]
  for (let next = seeds.pop(); next !== undefined; next = seeds.pop()) {
    if (!isOpen(next.x, next.y)) continue
    const span = stretchAt(next, width, isOpen)
    taken.fill(1, next.y * width + span.x0, next.y * width + span.x1)
    spans.push(span)
    for (const y of [next.y - 1, next.y + 1]) if (y >= 0 && y < height) seeds.push(...openStarts(span, y, isOpen))
  }
  return spans
}

type IsOpen = (x: number, y: number) => boolean

function stretchAt({ x, y }: Point, width: number, isOpen: IsOpen): Span {
  let [x0, x1] = [x, x + 1]
  while (x0 > 0 && isOpen(x0 - 1, y)) x0--
  while (x1 < width && isOpen(x1, y)) x1++
  return { y, x0, x1 }
}

/** Returns one pixel of each open run next to a span. */
function openStarts({ x0, x1 }: Span, y: number, isOpen: IsOpen): Point[] {
  const starts: Point[] = []
  for (let x = x0; x < x1; x++) if (isOpen(x, y) && (x === x0 || !isOpen(x - 1, y))) starts.push({ x, y })
  return starts
}

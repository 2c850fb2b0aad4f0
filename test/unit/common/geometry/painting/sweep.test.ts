import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskOfSpans } from '#common/geometry/mask-spans'
import { maskTilesArea, uniteMasks } from '#common/geometry/masks/mask-tiles'
import { inked, inkedMask, NO_INK } from '#common/geometry/painting/ink'
import { type Brush, dabMiddle, sweptSpans, TIPS } from '#common/geometry/painting/sweep'

const IMAGE = { width: 600, height: 600 }

type Point = { readonly x: number; readonly y: number }

const places = fc.record({
  x: fc.double({ min: 200, max: 320, noNaN: true }),
  y: fc.double({ min: 200, max: 320, noNaN: true }),
})
const brushes: fc.Arbitrary<Brush> = fc.record({
  size: fc.integer({ min: 1, max: 40 }),
  tip: fc.constantFrom(...TIPS),
})

test('a sweep has the pixels whose middles lie in reach of the line, and no others', () => {
  fc.assert(
    fc.property(places, places, brushes, (from, to, brush) => {
      const rows = new Map([...sweptSpans(from, to, brush)].map((span) => [span.y, span]))
      const way = [dabMiddle(from, brush), dabMiddle(to, brush)] as const
      const wrong = GRID.filter(({ x, y }) => {
        const { x0, x1 } = rows.get(y) ?? { x0: 0, x1: 0 }
        const beyond = farFrom({ x: x + 0.5, y: y + 0.5 }, way, brush)
        // Within a billionth of the edge either answer is right.
        return Math.abs(beyond) > 1e-9 && (x0 <= x && x < x1) !== beyond < 0
      })
      expect(wrong).toEqual([])
    }),
    { numRuns: 40 },
  )
})

const GRID = Array.from({ length: 41 * 41 }, (_, i) => ({ x: 178 + 4 * (i % 41), y: 178 + 4 * Math.floor(i / 41) }))

/** How far a point lies outside of what the brush covers on its way. */
function farFrom(point: Point, [a, b]: readonly [Point, Point], { size, tip }: Brush): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const squared = dx * dx + dy * dy
  if (tip === 'round') {
    const share = squared === 0 ? 0 : ((point.x - a.x) * dx + (point.y - a.y) * dy) / squared
    const along = Math.min(1, Math.max(0, share))
    return Math.hypot(point.x - a.x - along * dx, point.y - a.y - along * dy) - size / 2
  }
  return nearestSquare(point, [a, b]) - size / 2
}

/** The least distance along the axes on the way; that has no dents, so a search by thirds finds it. */
function nearestSquare({ x, y }: Point, [a, b]: readonly [Point, Point]): number {
  const away = (t: number) => Math.max(Math.abs(x - a.x - t * (b.x - a.x)), Math.abs(y - a.y - t * (b.y - a.y)))
  let [from, to] = [0, 1]
  for (let i = 0; i < 80; i++) {
    const [left, right] = [from + (to - from) / 3, to - (to - from) / 3]
    if (away(left) <= away(right)) to = right
    else from = left
  }
  return away((from + to) / 2)
}

test.each([
  [1, 1],
  [2, 4],
  [3, 9],
  [4, 12],
  [5, 21],
])('a round dab of %i pixels across has %i pixels wherever it lands', (size, area) => {
  for (const at of [
    { x: 300, y: 300 },
    { x: 300.49, y: 300.51 },
    { x: 255.99, y: 256.01 },
  ])
    expect(maskTilesArea(maskOfSpans(sweptSpans(at, at, { size, tip: 'round' }), IMAGE))).toBe(area)
})

test('a square dab has its side in both directions', () => {
  expect([...sweptSpans({ x: 10, y: 10 }, { x: 10, y: 10 }, { size: 3, tip: 'square' })]).toEqual([
    { y: 9, x0: 9, x1: 12 },
    { y: 10, x0: 9, x1: 12 },
    { y: 11, x0: 9, x1: 12 },
  ])
})

test('a stroke is added to a mask and removed from it tile by tile, and tiles beside it stay the same', () => {
  const far = maskOfSpans([{ y: 10, x0: 10, x1: 20 }], IMAGE)
  const near = maskOfSpans([{ y: 400, x0: 380, x1: 420 }], IMAGE)
  const mask = uniteMasks(far, near)
  const ink = inked(NO_INK, sweptSpans({ x: 390, y: 400 }, { x: 500, y: 560 }, { size: 9, tip: 'round' }), IMAGE)

  const larger = inkedMask(mask, ink, 'add')
  const smaller = inkedMask(mask, ink, 'remove')

  expect(larger[0]).toBe(mask[0])
  expect(smaller[0]).toBe(mask[0])
  expect(maskTilesArea(larger)).toBeGreaterThan(maskTilesArea(mask) + 900)
  expect(inkedMask(larger, ink, 'remove')).toEqual(smaller)
})

test('what lies outside of the image is not painted', () => {
  const ink = inked(NO_INK, sweptSpans({ x: -5, y: 590 }, { x: 3, y: 590 }, { size: 30, tip: 'square' }), IMAGE)

  expect(maskTilesArea(inkedMask([], ink, 'add'))).toBe(18 * 25)
})

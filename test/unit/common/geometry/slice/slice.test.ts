import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Ring, Rings } from '#common/geometry/polygon'
import { sliceRings } from '#common/geometry/slice/slice'
import { windRings } from '#common/geometry/winding'
import { finite, starRing, starWithHole, totalArea } from '../arbitraries.ts'

const SQUARE: Ring = [0, 0, 100, 0, 100, 100, 0, 100]
const HOLE: Ring = [40, 40, 40, 60, 60, 60, 60, 40]

const areas = (pieces: readonly Rings[]) => pieces.map(totalArea)

/** Each ring from its topmost left point on. */
const canonical = (pieces: readonly Rings[]) =>
  pieces.map((rings) => rings.map((ring) => startedAtTop(ring))).toSorted((a, b) => String(a).localeCompare(String(b)))

function startedAtTop(ring: Ring): Ring {
  const points = Array.from({ length: ring.length / 2 }, (_, i) => [ring[2 * i] ?? 0, ring[2 * i + 1] ?? 0] as const)
  const top = points.reduce((best, [x, y], i) => {
    const [bx, by] = points[best] ?? [x, y]
    return y < by || (y === by && x < bx) ? i : best
  }, 0)
  return [...points.slice(top), ...points.slice(0, top)].flat()
}

test('a line through a square makes two pieces that share the cut', () => {
  expect(canonical(sliceRings([SQUARE], [-10, 30, 110, 30]))).toEqual([
    [[0, 0, 100, 0, 100, 30, 0, 30]],
    [[0, 30, 100, 30, 100, 100, 0, 100]],
  ])
})

test('a line with corners cuts along all of them', () => {
  expect(canonical(sliceRings([SQUARE], [50, -10, 50, 50, 110, 50]))).toEqual([
    [[0, 0, 50, 0, 50, 50, 100, 50, 100, 100, 0, 100]],
    [[50, 0, 100, 0, 100, 50, 50, 50]],
  ])
})

test('a line that ends inside is carried straight on', () => {
  expect(areas(sliceRings([SQUARE], [-10, 30, 20, 30]))).toEqual([7000, 3000])
})

test('a line from corner to corner sets no new vertex', () => {
  expect(canonical(sliceRings([SQUARE], [0, 0, 100, 100]))).toEqual([
    [[0, 0, 100, 0, 100, 100]],
    [[0, 0, 100, 100, 0, 100]],
  ])
})

test('a line beside the polygon, or along its border, cuts nothing', () => {
  expect(sliceRings([SQUARE], [-10, -10, 110, -10])).toEqual([[SQUARE]])
  expect(sliceRings([SQUARE], [-10, 0, 110, 0])).toEqual([[SQUARE]])
})

test('only what the line goes through is cut: the other arm of a U stays whole', () => {
  const u: Ring = [0, 0, 30, 0, 30, 70, 70, 70, 70, 0, 100, 0, 100, 100, 0, 100]

  expect(areas(sliceRings([u], [-5, 20, 35, 20]))).toEqual([6600, 600])
})

test('a cut through a hole makes two pieces without it; one into a hole none', () => {
  const rings = windRings([SQUARE, HOLE])

  expect(areas(sliceRings(rings, [50, -10, 50, 110]))).toEqual([4800, 4800])
  expect(sliceRings(rings, [-10, 50, 50, 50])).toEqual([rings])
})

test('a hole beside the cut stays with its piece', () => {
  const pieces = sliceRings(windRings([SQUARE, HOLE]), [20, -10, 20, 110])

  expect(pieces.map((rings) => rings.length)).toEqual([2, 1])
  expect(areas(pieces)).toEqual([7600, 2000])
})

test('a cut that touches the corner of a hole leaves it in one piece', () => {
  expect(areas(sliceRings(windRings([SQUARE, HOLE]), [40, -10, 40, 110]))).toEqual([5600, 4000])
})

const lines = fc
  .array(fc.tuple(finite(-20, 44), finite(-20, 38)), { minLength: 2, maxLength: 2 })
  .map((points) => points.flat())

test('pieces add up to the whole', () => {
  const outlines = fc.oneof(
    starRing.map((ring): Rings => [ring]),
    starWithHole,
  )
  fc.assert(
    fc.property(outlines, lines, (rings, line) => {
      const whole = windRings(rings)
      const sum = areas(sliceRings(whole, line)).reduce((total, area) => total + area, 0)
      expect(Math.abs(sum - totalArea(whole))).toBeLessThan(0.5)
    }),
    { numRuns: 100 },
  )
})

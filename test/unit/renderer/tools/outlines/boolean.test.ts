import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Rings } from '#common/geometry/polygon'
import { ringsContain } from '#common/geometry/polygon'
import { intersectRings, subtractRings, uniteRings, untangledRings } from '#renderer/tools/outlines/boolean'
import {
  centresOf,
  distanceFromEdges,
  FRAME,
  perimeter,
  starWithHole,
  tangledRings,
  totalArea,
} from '../../../common/geometry/arbitraries.ts'

const LEFT: Rings = [[0, 0, 60, 0, 60, 100, 0, 100]]
const MIDDLE: Rings = [[40, 20, 80, 20, 80, 80, 40, 80]]

/** Multiples of 1/256 px, which keep cuts of upright edges exact. */
const fine = fc.integer({ min: 0, max: 20 * 256 }).map((steps) => steps / 256)
const boxes = fc
  .tuple(fine, fine, fine, fine)
  .filter(([x0, y0, x1, y1]) => x0 < x1 && y0 < y1)
  .map(([x0, y0, x1, y1]): Rings => [[x0, y0, x1, y0, x1, y1, x0, y1]])

test('upright outlines on 1/256 pixels: intersection and union add up to both areas exactly', () => {
  fc.assert(
    fc.property(boxes, boxes, (a, b) => {
      expect(totalArea(uniteRings(a, b)) + totalArea(intersectRings(a, b))).toBe(totalArea(a) + totalArea(b))
      expect(totalArea(subtractRings(a, b)) + totalArea(intersectRings(a, b))).toBe(totalArea(a))
    }),
  )
})

test('outlines with holes add up too, but for the rounding of new vertices', () => {
  fc.assert(
    fc.property(starWithHole, starWithHole, (a, b) => {
      const [both, either, first] = [intersectRings(a, b), uniteRings(a, b), subtractRings(a, b)]
      const slack = 0.02 * (perimeter(both) + perimeter(either) + perimeter(first)) + 0.01
      const [areaOfA, areaOfB] = [totalArea(uniteRings(a, [])), totalArea(uniteRings(b, []))]
      expect(Math.abs(totalArea(either) + totalArea(both) - areaOfA - areaOfB)).toBeLessThan(slack)
      expect(Math.abs(totalArea(first) + totalArea(both) - areaOfA)).toBeLessThan(slack)
    }),
  )
})

test('remaining vertices keep their exact coordinates', () => {
  const a: Rings = [[0.1, 0.2, 60.3, 0.123456, 60.7, 100.9, 0.05, 100]]
  const kept = new Set(uniteRings(a, MIDDLE).flat())

  expect(a.flat().filter((value) => !kept.has(value))).toEqual([])
})

test('subtracting a part in the middle makes a hole, and keeps the outer ring unchanged', () => {
  expect(subtractRings(LEFT, [[10, 10, 20, 10, 20, 20, 10, 20]])).toEqual([...LEFT, [10, 10, 10, 20, 20, 20, 20, 10]])
  expect(totalArea(subtractRings(LEFT, [[10, 10, 20, 10, 20, 20, 10, 20]]))).toBe(5900)
})

test('subtracting everything leaves nothing', () => {
  expect(subtractRings(MIDDLE, [[0, 0, 100, 0, 100, 100, 0, 100]])).toEqual([])
  expect(intersectRings(LEFT, [[70, 0, 90, 0, 90, 50]])).toEqual([])
})

test('a self-intersecting outline is untangled into the same area', () => {
  const bow: Rings = [[0, 0, 100, 100, 100, 0, 0, 100]]

  expect(untangledRings(bow).map((ring) => ring.length)).toEqual([6, 6])
  expect(totalArea(untangledRings(bow))).toBe(5000)
  fc.assert(
    fc.property(tangledRings, (rings) => {
      const clean = untangledRings(rings)
      const far = centresOf(FRAME).filter((point) => distanceFromEdges(rings, point) > 0.05)
      expect(far.map((point) => ringsContain(clean, point))).toEqual(far.map((point) => ringsContain(rings, point)))
    }),
    { numRuns: 25 },
  )
})

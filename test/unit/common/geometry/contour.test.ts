import fc from 'fast-check'
import { expect, test } from 'vitest'
import { traceMask } from '#common/geometry/contour'
import { emptyMask, fillRings, maskArea } from '#common/geometry/mask'
import { ringsBounds, signedRingArea } from '#common/geometry/polygon'
import { decodeMask, encodeMask } from '#common/geometry/rle'
import {
  drawnMask,
  edgesOf,
  FRAME,
  masks,
  perimeter,
  starWithHole,
  totalArea,
} from '#test/unit/common/geometry/arbitraries'

test('a traced mask fills to the same mask again', () => {
  fc.assert(
    fc.property(masks, (mask) => {
      expect(fillRings(traceMask(mask), mask)).toEqual(mask)
    }),
    { numRuns: 500 },
  )
})

test('an object is traced along its pixel edges, clockwise from its top left', () => {
  expect(traceMask(drawnMask('....', '.##.', '..#.'))).toEqual([[1, 1, 3, 1, 3, 3, 2, 3, 2, 2, 1, 2]])
})

test('a hole is traced counter-clockwise', () => {
  const [outer, hole] = traceMask(drawnMask('###', '#.#', '###'))

  expect(outer).toEqual([0, 0, 3, 0, 3, 3, 0, 3])
  expect(hole && ringsBounds([hole])).toEqual({ x0: 1, y0: 1, x1: 2, y1: 2 })
  expect(hole && signedRingArea(hole)).toBe(-1)
})

test('pixels that touch only at a corner are two rings', () => {
  expect(traceMask(drawnMask('#.', '.#'))).toHaveLength(2)
})

test('an empty mask has no rings', () => {
  expect(traceMask(emptyMask(FRAME))).toEqual([])
})

test('traced rings turn at every vertex and their signed areas add up to the pixels', () => {
  fc.assert(
    fc.property(masks, (mask) => {
      const rings = traceMask(mask)

      const turns = rings.flatMap((ring) => edgesOf([ring]).map(({ x0, x1 }) => x0 === x1))
      const perRing = rings.flatMap((ring) => Array.from({ length: ring.length / 2 }, (_, i) => i % 2 === 1))
      expect(turns).toEqual(perRing)
      expect(totalArea(rings)).toBe(maskArea(mask))
    }),
  )
})

test('polygon, mask, run lengths and traced polygon have one area up to the border', () => {
  fc.assert(
    fc.property(starWithHole, (rings) => {
      const size = { width: 48, height: 40 }
      const shifted = rings.map((ring) => ring.map((value) => value + 12))
      const drawn = fillRings(shifted, size)
      const decoded = decodeMask(encodeMask(drawn), size)

      const traced = decoded.ok ? traceMask(decoded.value) : []

      const area = rings.reduce((sum, ring, i) => sum + Math.abs(signedRingArea(ring)) * (i === 0 ? 1 : -1), 0)
      expect(totalArea(traced)).toBe(maskArea(drawn))
      expect(Math.abs(totalArea(traced) - area)).toBeLessThanOrEqual(perimeter(rings) + 1)
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyMask, fillRings, maskArea, maskBounds, maskIou } from '#common/geometry/mask'
import { ringsContain } from '#common/geometry/polygon'
import { centresOf, drawnMask, FRAME, masks, tangledRings } from '#test/unit/common/geometry/arbitraries'

test('a pixel belongs to a polygon exactly when its centre lies inside', () => {
  fc.assert(
    fc.property(tangledRings, (rings) => {
      const inside = centresOf(FRAME).map((centre) => (ringsContain(rings, centre) ? 1 : 0))

      expect([...fillRings(rings, FRAME).data]).toEqual(inside)
    }),
    { numRuns: 300 },
  )
})

test('a rectangle on whole pixels fills exactly these pixels', () => {
  const mask = fillRings([[20, 10, 80, 10, 80, 50, 20, 50]], { width: 200, height: 100 })

  expect(maskArea(mask)).toBe(2400)
  expect(maskBounds(mask)).toEqual({ x0: 20, y0: 10, x1: 80, y1: 50 })
})

test('a hole is left empty', () => {
  const rings = [
    [0, 0, 4, 0, 4, 3, 0, 3],
    [1, 1, 3, 1, 3, 2, 1, 2],
  ]

  expect(fillRings(rings, { width: 5, height: 3 })).toEqual(drawnMask('####.', '#..#.', '####.'))
})

test('no rings fill nothing', () => {
  expect(fillRings([], FRAME)).toEqual(emptyMask(FRAME))
})

test('a mask without pixels has no bounds', () => {
  expect(maskBounds(emptyMask(FRAME))).toBeUndefined()
})

test('the bounds of a mask reach its outermost pixels', () => {
  expect(maskBounds(drawnMask('.....', '...#.', '..#..', '.....'))).toEqual({ x0: 2, y0: 1, x1: 4, y1: 3 })
})

test('two masks overlap by their common pixels over all their pixels', () => {
  expect(maskIou(drawnMask('##..'), drawnMask('.##.'))).toBeCloseTo(1 / 3, 12)
  expect(maskIou(drawnMask('....'), drawnMask('....'))).toBe(0)
})

test('a mask overlaps itself wholly', () => {
  fc.assert(
    fc.property(masks, (mask) => {
      expect(maskIou(mask, mask)).toBe(maskArea(mask) > 0 ? 1 : 0)
    }),
  )
})

test('masks of two sizes are not compared', () => {
  expect(() => maskIou(drawnMask('##'), drawnMask('#', '#'))).toThrow(RangeError)
})

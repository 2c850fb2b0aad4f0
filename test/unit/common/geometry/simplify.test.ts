import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Ring } from '#common/geometry/polygon'
import { simplifyRing } from '#common/geometry/simplify'
import { distanceFromEdges, finite, starRing } from '#test/unit/common/geometry/arbitraries'

test('points on a straight line are left out', () => {
  const ring = [0, 0, 5, 0, 10, 0, 10, 10, 5, 10.2, 0, 10]

  expect(simplifyRing(ring, 0.5)).toEqual([0, 0, 10, 0, 10, 10, 0, 10])
})

test('a corner farther off than the tolerance stays', () => {
  const ring = [0, 0, 5, -0.6, 10, 0, 10, 10, 0, 10]

  expect(simplifyRing(ring, 0.5)).toEqual(ring)
})

test('a tolerance larger than the ring leaves the three points that span it', () => {
  expect(simplifyRing([0, 0, 1, 0.2, 2, 0, 2, 1, 0, 1], 50)).toHaveLength(6)
  expect(simplifyRing([3, 3, 3, 3, 3, 3, 3, 3], 1)).toHaveLength(6)
})

test('a triangle cannot become simpler', () => {
  expect(simplifyRing([0, 0, 1, 0, 0, 1], 50)).toEqual([0, 0, 1, 0, 0, 1])
})

test('what stays is a part of the ring, at least three points, and nothing left out lies farther off than the tolerance', () => {
  fc.assert(
    fc.property(starRing, finite(0, 5), (ring, tolerance) => {
      const simple = simplifyRing(ring, tolerance)

      expect(simple.length).toBeGreaterThanOrEqual(6)
      expect(verticesOf(ring)).toEqual(expect.arrayContaining(verticesOf(simple)))
      expect(verticesOf(ring).filter((point) => distanceFromEdges([simple], point) > tolerance + 1e-9)).toEqual([])
    }),
  )
})

test('the same points stay wherever the list starts', () => {
  fc.assert(
    fc.property(starRing, fc.nat(20), (ring, turn) => {
      const cut = 2 * (turn % (ring.length / 2))
      const turned = [...ring.slice(cut), ...ring.slice(0, cut)]

      expect(sorted(simplifyRing(turned, 1))).toEqual(sorted(simplifyRing(ring, 1)))
    }),
  )
})

function verticesOf(ring: Ring) {
  return ring.flatMap((x, i) => (i % 2 === 0 ? [{ x, y: ring[i + 1] ?? 0 }] : []))
}

function sorted(ring: Ring) {
  return verticesOf(ring).toSorted((a, b) => a.x - b.x || a.y - b.y)
}

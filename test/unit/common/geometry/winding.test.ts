import fc from 'fast-check'
import { expect, test } from 'vitest'
import { traceMask } from '#common/geometry/contour'
import { signedRingArea } from '#common/geometry/polygon'
import { windRings } from '#common/geometry/winding'
import { masks } from '#test/unit/common/geometry/arbitraries'

test('rings wind by how deep they lie in each other, however they were drawn', () => {
  const drawn = [
    [3, 3, 3, 5, 5, 5, 5, 3],
    [1, 1, 8, 1, 8, 8, 1, 8],
    [0, 0, 0, 9, 9, 9, 9, 0],
  ]

  expect(windRings(drawn).map(signedRingArea)).toEqual([4, -49, 81])
})

test('parts beside each other all wind clockwise', () => {
  const drawn = [
    [0, 0, 0, 2, 2, 2, 2, 0],
    [2, 0, 4, 0, 4, 2, 2, 2],
  ]

  expect(windRings(drawn).map(signedRingArea)).toEqual([4, 4])
})

test('a turned ring keeps its first point', () => {
  expect(windRings([[0, 0, 0, 2, 3, 2]])).toEqual([[0, 0, 3, 2, 0, 2]])
})

test('traced rings wind right already, and again after all were turned around', () => {
  fc.assert(
    fc.property(masks, fc.array(fc.boolean(), { minLength: 100, maxLength: 100 }), (mask, turns) => {
      const traced = traceMask(mask)
      const shuffled = traced.map((ring, i) => (turns[i] ? backwards(ring) : ring))

      expect(windRings(traced)).toEqual(traced)
      expect(windRings(shuffled).map(signedRingArea)).toEqual(traced.map(signedRingArea))
    }),
  )
})

function backwards(ring: readonly number[]): number[] {
  const points = ring.flatMap((x, i) => (i % 2 === 0 ? [[x, ring[i + 1] ?? 0]] : []))
  return points.toReversed().flat()
}

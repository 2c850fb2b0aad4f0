import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boxRing } from '#common/geometry/box'
import { at } from '#common/geometry/polygon'
import { crossingSegments, nearestCorner, nearestEdge, withInserted } from '#renderer/canvas/outline'
import { simplifyRing, simplifyRings } from '#renderer/canvas/simplify'

const square = boxRing({ x0: 0, y0: 0, x1: 100, y1: 100 })

test('the nearest corner within reach is found', () => {
  expect(nearestCorner([square], { x: 97, y: 4 }, 8)).toEqual({ ring: 0, point: 1 })
  expect(nearestCorner([square], { x: 50, y: 4 }, 8)).toBeUndefined()
})

test('the nearest point of an edge has the index of the corner before it', () => {
  expect(nearestEdge([square], { x: 40, y: 97 }, 8)).toEqual({
    after: { ring: 0, point: 2 },
    at: { x: 40, y: 100 },
    distance: 3,
  })
})

test('a new corner follows the one that it was inserted after', () => {
  expect(withInserted([square], { ring: 0, point: 3 }, { x: -10, y: 50 })).toEqual([[...square, -10, 50]])
})

test('crossing segments are returned, neighbours are not', () => {
  expect(crossingSegments(square, true)).toEqual([])
  expect(crossingSegments([0, 0, 100, 100, 100, 0, 0, 100], true)).toEqual([0, 2])
})

test('a straight run of points becomes one edge', () => {
  const ring = [0, 0, 25, 0, 50, 0, 100, 0, 100, 100, 50, 100.2, 0, 100]

  expect(simplifyRing(ring, 0.5)).toEqual(square)
})

test('a simplified outline stays within its tolerance', () => {
  const wobbly = fc.array(fc.double({ min: 50, max: 100, noNaN: true }), { minLength: 8, maxLength: 200 })
  fc.assert(
    fc.property(wobbly, fc.double({ min: 0.1, max: 10, noNaN: true }), (radii, tolerance) => {
      const ring = radii.flatMap((radius, i) => polar(radius, (i / radii.length) * 2 * Math.PI))
      const simple = simplifyRing(ring, tolerance)
      for (let i = 0; i < ring.length; i += 2) {
        const place = nearestEdge([simple], { x: at(ring, i), y: at(ring, i + 1) }, Infinity)
        expect(place?.distance).toBeLessThanOrEqual(tolerance + 1e-9)
      }
    }),
  )
})

test('specks vanish before the object does', () => {
  const speck = [200, 200, 201, 200, 201, 201, 200, 201]

  expect(simplifyRings([square, speck], 0)).toEqual([square, speck])
  expect(simplifyRings([speck], 50)).toEqual([speck])
})

function polar(radius: number, angle: number): readonly [number, number] {
  return [radius * Math.cos(angle), radius * Math.sin(angle)]
}

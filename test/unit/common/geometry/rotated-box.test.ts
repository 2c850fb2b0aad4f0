import fc from 'fast-check'
import { expect, test } from 'vitest'
import { identity, mapRing, mirrorX, rotationAbout, scaling, shearAbout, translation } from '#common/geometry/affine'
import {
  asRotatedBox,
  mapRotatedBox,
  normalAngle,
  type RotatedBox,
  rotatedBoxOfRing,
  rotatedBoxRing,
} from '#common/geometry/rotated-box'
import { finite } from '#test/unit/common/geometry/arbitraries'

const UPRIGHT: RotatedBox = { center: { x: 50, y: 40 }, width: 60, height: 20, angle: 0 }

const boxes: fc.Arbitrary<RotatedBox> = fc
  .record({
    x: finite(0, 100),
    y: finite(0, 100),
    width: finite(2, 90),
    height: finite(2, 90),
    angle: finite(-179, 180),
  })
  .map(({ x, y, ...rest }) => ({ center: { x, y }, ...rest }))

test('the corners begin at the top left of the object and run clockwise', () => {
  expect(rotatedBoxRing(UPRIGHT)).toEqual([20, 30, 80, 30, 80, 50, 20, 50])
  expect(rotatedBoxRing({ ...UPRIGHT, angle: 90 })).toEqual([60, 10, 60, 70, 40, 70, 40, 10])
  expect(asRotatedBox({ x0: 20, y0: 30, x1: 80, y1: 50 })).toEqual(UPRIGHT)
})

test.each([
  [180, 180],
  [-180, 180],
  [181, -179],
  [540, 180],
  [-0.5, -0.5],
  [360, 0],
  [-720, 0],
])('%d° is the direction of %d°', (degrees, normal) => {
  expect(normalAngle(degrees)).toBe(normal)
})

test('a box comes back from its corners, in either direction around', () => {
  fc.assert(
    fc.property(boxes, (box) => {
      const ring = rotatedBoxRing(box)
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = ring

      expect(differences(rotatedBoxOfRing(ring, 1e-6), box)).toEqual([])
      expect(differences(rotatedBoxOfRing([x0, y0, x3, y3, x2, y2, x1, y1], 1e-6), box)).toEqual([])
    }),
  )
})

test('corners that are those of no rectangle give none', () => {
  expect(rotatedBoxOfRing([0, 0, 10, 0, 12, 5, 0, 5], 0.5)).toBeUndefined()
  expect(rotatedBoxOfRing([0, 0, 10, 0, 10, 5], 1)).toBeUndefined()
  expect(rotatedBoxOfRing([0, 0, 10, 0, 10, 0, 0, 0], 1)).toBeUndefined()
})

test('a mapped box lies where its mapped corners lie, and the top of the object stays its top', () => {
  const maps = [identity, translation(3, -4), rotationAbout(33, { x: 5, y: 9 }), mirrorX(200), scaling(2, 2)]
  fc.assert(
    fc.property(boxes, fc.constantFrom(...maps), (box, map) => {
      const mapped = mapRotatedBox(map, box)
      const corners = mapRing(map, rotatedBoxRing(box))
      const isMirrored = map.a * map.d < 0
      const expected = isMirrored ? exchanged(corners) : corners

      const ring = mapped ? rotatedBoxRing(mapped) : []
      expect(ring.map((value, i) => Math.abs(value - (expected[i] ?? Infinity)) < 1e-6)).toEqual(ring.map(() => true))
      expect(ring).toHaveLength(8)
    }),
  )
})

test('an upright box stays a rectangle when the sides of the image are scaled apart, a turned one does not', () => {
  expect(mapRotatedBox(scaling(2, 3), UPRIGHT)).toEqual({
    center: { x: 100, y: 120 },
    width: 120,
    height: 60,
    angle: 0,
  })
  expect(mapRotatedBox(scaling(2, 3), { ...UPRIGHT, angle: 30 })).toBeUndefined()
  expect(mapRotatedBox(shearAbout({ horizontal: 10, vertical: 0 }, { x: 0, y: 0 }), UPRIGHT)).toBeUndefined()
})

/** Left and right of a mirrored object change places. */
function exchanged([x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0]: readonly number[]) {
  return [x1, y1, x0, y0, x3, y3, x2, y2]
}

/** Differences of more than a millionth between the boxes. */
function differences(found: RotatedBox | undefined, { center, width, height, angle }: RotatedBox): readonly number[] {
  if (found === undefined) return [Infinity]
  const moved = [found.center.x - center.x, found.center.y - center.y, found.width - width, found.height - height]
  return [...moved, normalAngle(found.angle - angle)].filter((difference) => Math.abs(difference) > 1e-6)
}

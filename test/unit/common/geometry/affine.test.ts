import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  compose,
  identity,
  invertAffine,
  isAxisAligned,
  mapBox,
  mapPoint,
  mapRing,
  mirrorX,
  mirrorY,
  type Orientation,
  orientationMap,
  orientedSize,
  rotationAbout,
  scaling,
  shearAbout,
  translation,
} from '#common/geometry/affine'
import { affines, points, starRing } from '#test/unit/common/geometry/arbitraries'

const STORED = { width: 200, height: 100 }
const ORIENTATIONS: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8]

test('a map and its inverse lead back to the same point', () => {
  fc.assert(
    fc.property(affines, points, (affine, point) => {
      const back = invertAffine(affine)

      const returned = back && mapPoint(back, mapPoint(affine, point))

      expect(returned?.x).toBeCloseTo(point.x, 8)
      expect(returned?.y).toBeCloseTo(point.y, 8)
    }),
  )
})

test('a composed map does the first map and then the second', () => {
  fc.assert(
    fc.property(affines, affines, points, (first, second, point) => {
      const once = mapPoint(compose(first, second), point)
      const twice = mapPoint(second, mapPoint(first, point))

      expect(once.x).toBeCloseTo(twice.x, 7)
      expect(once.y).toBeCloseTo(twice.y, 7)
    }),
  )
})

test('a map that flattens the plane has no inverse', () => {
  expect(invertAffine(scaling(0, 2))).toBeUndefined()
  expect(invertAffine({ a: 1, b: 2, c: 2, d: 4, e: 0, f: 0 })).toBeUndefined()
  expect(invertAffine({ ...identity, a: Number.NaN })).toBeUndefined()
})

test('a positive turn goes clockwise on screen', () => {
  const right = { x: 110, y: 50 }

  expect(mapPoint(rotationAbout(90, { x: 100, y: 50 }), right)).toEqual({ x: 100, y: 60 })
  expect(mapPoint(rotationAbout(-90, { x: 100, y: 50 }), right)).toEqual({ x: 100, y: 40 })
})

test('a turn of 30 degrees widens a box to its mapped corners', () => {
  const turned = mapBox(rotationAbout(30, { x: 100, y: 50 }), { x0: 20, y0: 10, x1: 80, y1: 50 })

  expect(turned.x0).toBeCloseTo(30.718, 3)
  expect(turned.x1).toBeCloseTo(102.679, 3)
  expect(turned.y0).toBeCloseTo(-24.641, 3)
  expect(turned.y1).toBeCloseTo(40, 3)
})

test('quarter turns keep boxes upright without rounding', () => {
  const turns = [-270, -90, 0, 90, 180, 270, 360, 450]

  expect(turns.every((degrees) => isAxisAligned(rotationAbout(degrees, { x: 3, y: 7 })))).toBe(true)
  expect(isAxisAligned(rotationAbout(45, { x: 3, y: 7 }))).toBe(false)
  expect(isAxisAligned(shearAbout({ horizontal: 1, vertical: 0 }, { x: 3, y: 7 }))).toBe(false)
})

test('a shear moves points by their distance from the centre line', () => {
  const slant = shearAbout({ horizontal: 45, vertical: 0 }, { x: 100, y: 50 })

  expect(mapRing(slant, [100, 20, 140, 20, 140, 60, 100, 60])).toEqual([70, 20, 110, 20, 150, 60, 110, 60])
})

test('mirrors use the full width and height', () => {
  const box = { x0: 20, y0: 10, x1: 80, y1: 50 }

  expect(mapBox(mirrorX(200), box)).toEqual({ x0: 120, y0: 10, x1: 180, y1: 50 })
  expect(mapBox(mirrorY(100), box)).toEqual({ x0: 20, y0: 50, x1: 80, y1: 90 })
})

test('every stored orientation shows the right corner at the top left', () => {
  const topLeftPixel = ORIENTATIONS.map((orientation) =>
    mapBox(orientationMap(orientation, STORED), { x0: 0, y0: 0, x1: 1, y1: 1 }),
  )

  expect(topLeftPixel.map(({ x0, y0 }) => [x0, y0])).toEqual([
    [0, 0],
    [199, 0],
    [199, 99],
    [0, 99],
    [0, 0],
    [99, 0],
    [99, 199],
    [0, 199],
  ])
})

test('an orientation fills the displayed frame exactly', () => {
  const whole = { x0: 0, y0: 0, x1: STORED.width, y1: STORED.height }

  for (const orientation of ORIENTATIONS) {
    const { width, height } = orientedSize(orientation, STORED)
    expect(mapBox(orientationMap(orientation, STORED), whole)).toEqual({ x0: 0, y0: 0, x1: width, y1: height })
  }
})

test('orientation 6 is the clockwise quarter turn and orientation 8 takes it back', () => {
  const clockwise = orientationMap(6, STORED)
  const back = orientationMap(8, orientedSize(6, STORED))

  expect(mapBox(clockwise, { x0: 20, y0: 10, x1: 80, y1: 50 })).toEqual({ x0: 50, y0: 20, x1: 90, y1: 80 })
  expect(mapPoint(compose(clockwise, back), { x: 12, y: 34 })).toEqual({ x: 12, y: 34 })
})

test('a mapped ring keeps its vertices in order', () => {
  fc.assert(
    fc.property(starRing, (ring) => {
      const moved = mapRing(translation(5, -3), ring)

      expect(moved).toEqual(ring.map((value, i) => (i % 2 === 0 ? value + 5 : value - 3)))
    }),
  )
})

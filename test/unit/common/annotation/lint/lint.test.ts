import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crossesItself } from '#common/annotation/lint/crossing'
import { allLints } from '#common/annotation/lint/lint'
import type { PlacedShape } from '#common/annotation/shape'
import { ClassId } from '#common/ids'
import { crossingSegments } from '#renderer/canvas/outline'
import { boxShape, keypointsShape, polygonShape, shapeId } from '../shapes.ts'

const IMAGE = { frame: { width: 200, height: 100 }, mirrored: () => [1, 0, 3, 2, 5, 4] }

function lints(...shapes: readonly PlacedShape[]): readonly string[] {
  const placed = shapes.map((shape, place) => ({ ...shape, id: shapeId(place), z: place }))
  return allLints(placed, IMAGE).map(({ kind, shape }) => `${kind} ${shape.slice(-1)}`)
}

const visible = (x: number) => ({ x, y: 10, visibility: 2 as const })

test('ordinary labels deserve no look', () => {
  expect(lints(boxShape(0, 0, 50, 50), boxShape(60, 0, 110, 50), polygonShape([0, 60, 40, 60, 40, 90]))).toEqual([])
})

test('a label that is tiny, outside, crossing itself or has a stray part is named', () => {
  const stray = polygonShape([0, 0, 90, 0, 90, 90, 0, 90], [95, 95, 96, 95, 96, 96])

  expect(
    lints(boxShape(5, 5, 6, 40), boxShape(150, 50, 220, 90), polygonShape([0, 0, 40, 40, 40, 0, 0, 40]), stray),
  ).toEqual(['tiny 0', 'outside 1', 'crossing 2', 'stray 3'])
})

test('of two labels of one class on the same thing the upper one is named, of two classes none', () => {
  const other = { ...boxShape(11, 10, 51, 51), classId: ClassId.parse('class0002') }

  expect(lints(boxShape(10, 10, 50, 50), boxShape(10, 11, 50, 50), other, boxShape(30, 10, 70, 50))).toEqual([
    'duplicate 1',
  ])
})

test('a label much larger than the others of its class is named once enough are there', () => {
  const small = Array.from({ length: 12 }, (_, place) => boxShape(place * 12, 60, place * 12 + 9, 70))

  expect(lints(...small, boxShape(0, 0, 150, 50))).toEqual(['unusual-size 2'])
  expect(lints(...small.slice(0, 5), boxShape(0, 0, 150, 50))).toEqual([])
})

test('a left and a right point that stand the other way round than the rest are named', () => {
  const box = { x0: 0, y0: 0, x1: 90, y1: 90 }
  const straight = keypointsShape(box, ...[40, 20, 42, 18, 44, 16].map(visible))
  const mixed = keypointsShape(box, ...[40, 20, 18, 42, 44, 16].map(visible))

  expect(lints(straight)).toEqual([])
  expect(lints(mixed)).toEqual(['swapped 0'])
})

test('an outline crosses itself exactly when two of its sides do', () => {
  const ring = fc.array(fc.nat(40), { minLength: 6, maxLength: 24 }).map((flat) => flat.slice(0, flat.length & ~1))
  fc.assert(
    fc.property(ring, (flat) => {
      expect(crossesItself(flat)).toBe(crossingSegments(flat, true).length > 0)
    }),
  )
})

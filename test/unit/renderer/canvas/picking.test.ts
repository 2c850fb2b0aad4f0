import { expect, test } from 'vitest'
import { brand } from '#common/border'
import { boxRing } from '#common/geometry/box'
import { maskOfSpans } from '#common/geometry/mask-spans'
import { maskTilesBounds } from '#common/geometry/masks/mask-tiles'
import { ringsBounds } from '#common/geometry/polygon'
import { imagePoint } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import { nextUnder, shapesAt, shapesWithin } from '#renderer/canvas/picking'
import { buildScene, type SceneShape } from '#renderer/canvas/scene'

const id = (name: string) => brand<ShapeId>(`shape${name}`)
const ids = (shapes: readonly SceneShape[]) => shapes.map((shape) => shape.id)

function shape(name: string, ...ring: number[]): SceneShape {
  const bounds = ringsBounds([ring])
  const area = (bounds.x1 - bounds.x0) * (bounds.y1 - bounds.y0)
  return { id: id(name), kind: 'polygon', rings: [ring], bounds, area, color: '#fff', isRepeated: false, name }
}

const box = (name: string, x0: number, y0: number, x1: number, y1: number) =>
  shape(name, ...boxRing({ x0, y0, x1, y1 }))

test('the smallest shape under the pointer comes first', () => {
  const scene = buildScene([box('small', 40, 40, 60, 60), box('big', 0, 0, 100, 100), box('away', 200, 0, 300, 100)])

  expect(ids(shapesAt(scene, imagePoint(50, 50), 0))).toEqual([id('small'), id('big')])
})

test('among equals the upper shape comes first', () => {
  const scene = buildScene([box('lower', 0, 0, 100, 100), box('upper', 20, 20, 120, 120)])

  expect(ids(shapesAt(scene, imagePoint(50, 50), 0))).toEqual([id('upper'), id('lower')])
})

test('an outline is hit from just outside, a hole is not', () => {
  const ring = boxRing({ x0: 0, y0: 0, x1: 100, y1: 100 })
  const hole = boxRing({ x0: 30, y0: 30, x1: 70, y1: 70 })
  const scene = buildScene([{ ...shape('donut', ...ring), rings: [ring, hole] }])

  expect(ids(shapesAt(scene, imagePoint(103, 50), 4))).toEqual([id('donut')])
  expect(shapesAt(scene, imagePoint(110, 50), 4)).toEqual([])
  expect(shapesAt(scene, imagePoint(50, 50), 4)).toEqual([])
})

test('repeated clicks walk down the stack and start again', () => {
  const stack = [id('a'), id('b'), id('c')]

  expect(nextUnder(stack, undefined)).toBe(id('a'))
  expect(nextUnder(stack, id('a'))).toBe(id('b'))
  expect(nextUnder(stack, id('c'))).toBe(id('a'))
  expect(nextUnder(stack, id('elsewhere'))).toBe(id('a'))
})

test('a marquee selects shapes inside, or all that it touches', () => {
  const scene = buildScene([box('inside', 10, 10, 20, 20), box('across', 40, 40, 90, 90), box('away', 80, 0, 90, 10)])
  const marquee = { x0: 0, y0: 0, x1: 50, y1: 50 }

  expect(ids(shapesWithin(scene, marquee, 'inside'))).toEqual([id('inside')])
  expect(ids(shapesWithin(scene, marquee, 'touching'))).toEqual([id('inside'), id('across')])
})

test('a marquee touches a shape that only crosses it or surrounds it', () => {
  const scene = buildScene([shape('bar', -10, 20, 100, 20, 100, 30, -10, 30), box('around', -50, -50, 200, 200)])

  expect(ids(shapesWithin(scene, { x0: 0, y0: 0, x1: 50, y1: 50 }, 'touching'))).toEqual([id('bar'), id('around')])
})

test('bounds that overlap the marquee are not enough to touch it', () => {
  const scene = buildScene([shape('corner', 0, 0, 100, 0, 0, 100)])

  expect(shapesWithin(scene, { x0: 80, y0: 80, x1: 95, y1: 95 }, 'touching')).toEqual([])
})

/** Returns a bar with a gap of ten pixels, across the border of two tiles. */
function gappedMask(): SceneShape {
  const spans = Array.from({ length: 10 }, (_, y) => [
    { y: 20 + y, x0: 240, x1: 250 },
    { y: 20 + y, x0: 260, x1: 270 },
  ])
  const mask = maskOfSpans(spans.flat(), { width: 640, height: 480 })
  const face = { color: '#fff', isRepeated: false, name: 'mask' }
  return { id: id('mask'), kind: 'mask', rings: [], mask, bounds: maskTilesBounds(mask), area: 200, ...face }
}

test('a mask is picked by its pixels, and within the same distance as an outline', () => {
  const scene = buildScene([gappedMask()])

  expect([245, 255, 265, 273].map((x) => shapesAt(scene, imagePoint(x, 25), 0).length)).toEqual([1, 0, 1, 0])
  expect([255, 252, 272].map((x) => shapesAt(scene, imagePoint(x, 25), 3).length)).toEqual([0, 1, 1])
})

test('a touching marquee selects a mask by any of its pixels', () => {
  const scene = buildScene([gappedMask()])
  const touching = (x0: number, x1: number) => shapesWithin(scene, { x0, y0: 22, x1, y1: 24 }, 'touching').length

  expect([touching(251, 259), touching(200, 241), touching(268, 300)]).toEqual([0, 1, 1])
})

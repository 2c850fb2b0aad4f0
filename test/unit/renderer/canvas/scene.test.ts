import { expect, test } from 'vitest'
import { brand } from '#common/border'
import { type Box, boxRing } from '#common/geometry/box'
import type { ShapeId } from '#common/ids'
import {
  buildScene,
  changedScene,
  fewShapesIn,
  masksIn,
  renewIndex,
  type SceneShape,
  shapesIn,
} from '#renderer/canvas/scene'

const id = (name: string) => brand<ShapeId>(`shape${name}`)
const names = (shapes: readonly SceneShape[]) => shapes.map(({ name }) => name)

function box(name: string, x: number, y: number): SceneShape {
  const bounds = { x0: x, y0: y, x1: x + 10, y1: y + 10 }
  const rings = [boxRing(bounds)]
  return { id: id(name), kind: 'box', rings, bounds, area: 100, color: '#FFFFFF', isRepeated: false, name }
}

const around = (x: number, y: number): Box => ({ x0: x, y0: y, x1: x + 10, y1: y + 10 })
const row = Array.from({ length: 40 }, (_, i) => box(String(i), i * 20, 0))

test('a moved shape is found at its new position only', () => {
  const moved = box('3', 500, 500)
  const scene = changedScene(buildScene(row), row.with(3, moved))

  expect(names(shapesIn(scene, around(500, 500)))).toEqual(['3'])
  expect(names(shapesIn(scene, around(60, 0)))).toEqual([])
  expect(names(shapesIn(scene, around(80, 0)))).toEqual(['4'])
})

test('a drawn shape is found, a deleted one is not, and a restored one is again', () => {
  const drawn = changedScene(buildScene(row), [...row, box('new', 300, 300)])
  const deleted = changedScene(drawn, drawn.shapes.toSpliced(5, 1))
  const back = changedScene(deleted, deleted.shapes.toSpliced(5, 0, box('5', 700, 700)))

  expect(names(shapesIn(deleted, around(300, 300)))).toEqual(['new'])
  expect(names(shapesIn(deleted, around(100, 0)))).toEqual([])
  expect(names(shapesIn(back, around(700, 700)))).toEqual(['5'])
})

test('results are in drawing order, whether the index is old or new', () => {
  const raised = row.map((shape, i) => box(shape.name, i * 20, 1))
  const scene = changedScene(buildScene(row), [...raised.slice(0, 30), ...row.slice(30), box('above', 0, 0)])
  const old = names(shapesIn(scene, { x0: 0, y0: 0, x1: 40, y1: 10 }))

  renewIndex(scene)

  expect(old).toEqual(['0', '1', '2', 'above'])
  expect(names(shapesIn(scene, { x0: 0, y0: 0, x1: 40, y1: 10 }))).toEqual(old)
  expect(scene.index.dirty.size).toBe(0)
})

test('a change keeps all other shapes and their positions as the same objects', () => {
  const before = buildScene(row)
  const after = changedScene(before, row.with(7, box('7', 5, 5)))

  expect(after.places).toBe(before.places)
  expect(after.shapes.filter((shape, i) => shape !== before.shapes[i])).toEqual([box('7', 5, 5)])
})

test('masks are tracked separately, including added, changed and deleted ones', () => {
  const mask = (name: string, x: number): SceneShape => ({ ...box(name, x, 0), kind: 'mask', rings: [], mask: [] })
  const everywhere = { x0: -1000, y0: -1000, x1: 1000, y1: 1000 }
  const first = changedScene(buildScene(row), [...row, mask('a', 0)])
  const second = changedScene(first, [...row, mask('a', 0), mask('b', 100)])
  const moved = changedScene(second, [...row, mask('a', 200), mask('b', 100)])
  const gone = changedScene(moved, [...row, mask('b', 100)])

  expect(masksIn(buildScene(row), everywhere)).toEqual([])
  expect(names(masksIn(second, everywhere))).toEqual(['a', 'b'])
  expect(names(masksIn(moved, around(200, 0)))).toEqual(['a'])
  expect(names(masksIn(moved, around(0, 0)))).toEqual([])
  expect(names(masksIn(gone, everywhere))).toEqual(['b'])
})

test('too many visible shapes get no tags', () => {
  const scene = buildScene(row)

  expect(names(fewShapesIn(scene, { x0: 0, y0: 0, x1: 45, y1: 10 }, 3))).toEqual(['0', '1', '2'])
  expect(fewShapesIn(scene, { x0: 0, y0: 0, x1: 65, y1: 10 }, 3)).toEqual([])
})

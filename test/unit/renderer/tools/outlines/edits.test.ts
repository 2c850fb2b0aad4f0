import { expect, test } from 'vitest'
import { editName, kindName } from '#common/annotation/edit-name'
import { isPlaced, type PlacedShape, type Shape, shapeArea } from '#common/annotation/shape'
import { maskOfRings } from '#common/geometry/mask-forms'
import { combineEdit, drawnEdit, sliceEdit } from '#renderer/tools/outlines/edits'
import { boxShape, CLASS, polygonShape, polylineShape, rotatedBoxShape, shapeId } from '../driver.ts'

const frame = { width: 640, height: 480 }
const placed = (...shapes: readonly Shape[]): readonly PlacedShape[] => shapes.filter(isPlaced)

const SQUARE = [0, 0, 100, 0, 100, 100, 0, 100]
const car = polygonShape('car', SQUARE)
const lamp = boxShape('lamp', [40, -10, 60, 110])
const bus = { ...polygonShape('bus', [50, 50, 150, 50, 150, 150, 50, 150]), z: 4 }
const mask = (name: string, ring: readonly number[]): Shape => ({
  id: shapeId(name),
  classId: CLASS,
  z: 2,
  origin: 'hand',
  kind: 'mask',
  tiles: maskOfRings([ring], frame),
})

function edited(result: ReturnType<typeof combineEdit>) {
  if (!result.ok) return result.error
  const { edit, select } = result.value
  const left = edit.changes.flatMap(({ after }) => (after && isPlaced(after) ? [after] : []))
  return {
    label: edit.label,
    select,
    gone: edit.changes.flatMap(({ before, after }) => (after === null && before ? [before.id] : [])),
    left: left.map((shape) => ({ id: shape.id, kind: shape.kind, area: shapeArea(shape) })),
  }
}

test('a union replaces the first shape’s outline and deletes the others', () => {
  expect(edited(combineEdit(placed(car, bus), 'unite', frame))).toEqual({
    label: editName('edit-unite', { count: 2 }),
    select: [car.id],
    gone: [bus.id],
    left: [{ id: car.id, kind: 'polygon', area: 17_500 }],
  })
})

test('disjoint areas become one object of two parts', () => {
  const result = combineEdit(placed(car, boxShape('far', [300, 0, 310, 10])), 'unite', frame)

  expect(result).toMatchObject({ ok: true, value: { edit: { changes: [{ after: { rings: [{}, {}] } }, {}] } } })
})

test('a subtracted shape stays, and a shape split in two stays one object', () => {
  expect(edited(combineEdit(placed(car, lamp), 'subtract', frame))).toEqual({
    label: editName('edit-subtract-from', { kind: kindName('polygon') }),
    select: [car.id],
    gone: [],
    left: [{ id: car.id, kind: 'polygon', area: 8000 }],
  })
})

test('combined boxes stay a box if the result is one, and otherwise become a polygon', () => {
  const [a, b, c] = [boxShape('a', [0, 0, 50, 40]), boxShape('b', [50, 0, 90, 40]), boxShape('c', [0, 0, 10, 90])]
  const kindOf = (...shapes: readonly Shape[]) => edited(combineEdit(placed(...shapes), 'unite', frame))

  expect(kindOf(a, b)).toMatchObject({ left: [{ kind: 'box', area: 3600 }] })
  expect(kindOf(a, c)).toMatchObject({ left: [{ kind: 'polygon' }] })
  expect(edited(combineEdit(placed(a, c), 'intersect', frame))).toMatchObject({ left: [{ kind: 'box', area: 400 }] })
})

test('a rotated box is combined by its corners', () => {
  const turned = rotatedBoxShape('turned', { center: { x: 100, y: 50 }, width: 40, height: 40, angle: 45 })

  expect(edited(combineEdit(placed(car, turned), 'intersect', frame))).toMatchObject({
    left: [{ kind: 'polygon', area: expect.closeTo(800, 0) }],
  })
})

test('the first shape decides between pixels and outlines', () => {
  const half = mask('half', [0, 0, 50, 0, 50, 100, 0, 100])

  expect(edited(combineEdit(placed(half, car), 'unite', frame))).toMatchObject({
    left: [{ kind: 'mask', area: 10_000 }],
  })
  expect(edited(combineEdit(placed(car, half), 'subtract', frame))).toMatchObject({
    left: [{ kind: 'polygon', area: 5000 }],
  })
  expect(edited(combineEdit(placed(half, mask('m', SQUARE)), 'subtract', frame))).toBe('nothing-left')
})

test('attributes stay with the first shape, its outline before simplification does not', () => {
  const marked = { ...car, isCarried: true as const, drawn: { rings: [SQUARE], detail: 2 } }
  const result = combineEdit(placed(marked, bus), 'unite', frame)

  expect(result.ok && result.value.edit.changes[0]?.after).toEqual({
    id: car.id,
    classId: CLASS,
    z: 0,
    origin: 'hand',
    kind: 'polygon',
    rings: [expect.any(Array)],
  })
})

test('impossible operations are reported and change nothing', () => {
  const far = polygonShape('far', [300, 300, 400, 300, 400, 400])

  expect([
    edited(combineEdit(placed(car), 'unite', frame)),
    edited(combineEdit(placed(car, polylineShape('line', [0, 0, 9, 9])), 'unite', frame)),
    edited(combineEdit(placed(car, far), 'subtract', frame)),
    edited(combineEdit(placed(car, far), 'intersect', frame)),
    edited(combineEdit(placed({ ...car, isLocked: true }, bus), 'unite', frame)),
    edited(drawnEdit(placed(polylineShape('line', [0, 0, 9, 9]))[0], SQUARE, { how: 'subtract', frame })),
  ]).toEqual(['too-few', 'too-few', 'apart', 'nothing-common', 'locked', 'no-area'])
})

test('a drawn hole is a ring of the shape', () => {
  const result = drawnEdit(placed(car)[0], [20, 20, 40, 20, 30, 40], { how: 'subtract', frame })

  expect(edited(result)).toMatchObject({
    label: editName('edit-subtract-from', { kind: kindName('polygon') }),
    left: [{ id: car.id, area: 9800 }],
  })
})

test('a line slices every shape that it crosses; the largest piece stays the same shape', () => {
  let made = 0
  const freshId = () => shapeId(`piece${++made}`)
  const shapes = placed(
    car,
    lamp,
    mask('m', [0, 0, 10, 0, 10, 100, 0, 100]),
    polygonShape('far', [300, 0, 400, 0, 400, 90]),
  )

  expect(edited(sliceEdit(shapes, { line: [-5, 30, 105, 30], frame, freshId }))).toEqual({
    label: editName('edit-slice-shapes', { count: 3 }),
    select: ['car', 'piece1', 'lamp', 'piece2', 'm', 'piece3', 'far'].map(shapeId),
    gone: [],
    left: [
      { id: car.id, kind: 'polygon', area: 7000 },
      { id: shapeId('piece1'), kind: 'polygon', area: 3000 },
      { id: lamp.id, kind: 'box', area: 1600 },
      { id: shapeId('piece2'), kind: 'box', area: 800 },
      { id: shapeId('m'), kind: 'mask', area: 700 },
      { id: shapeId('piece3'), kind: 'mask', area: 300 },
    ],
  })
  expect(edited(sliceEdit(shapes, { line: [0, 200, 100, 200], frame, freshId }))).toBe('not-cut')
})

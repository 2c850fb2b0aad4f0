import { expect, test } from 'vitest'
import type { Shape } from '#common/annotation/shape'
import type { Keypoint } from '#common/annotation/skeleton'
import { type Affine, compose, mirrorX, mirrorY, rotationAbout, translation } from '#common/geometry/affine'
import { ClassId, ShapeId } from '#common/ids'
import { placeCentred, warpWithin } from '#transforms/plan'
import { moveShapes } from '#transforms/shapes'

const FRAME = { width: 200, height: 100 }
const PERSON = ClassId.parse('person001')
const OTHER = ClassId.parse('other0001')
const SKELETONS = new Map([[PERSON, { points: ['nose', 'left eye', 'right eye'], edges: [] }]])
const common = { id: ShapeId.parse('shape0001'), z: 1, origin: 'hand' } as const

const POINTS: readonly Keypoint[] = [
  { x: 50, y: 30, visibility: 2 },
  { x: 40, y: 20, visibility: 1 },
  { x: 0, y: 0, visibility: 0 },
]

test.each([
  { name: 'from side to side', affine: mirrorX(200), points: [at(150, 30, 2), at(0, 0, 0), at(160, 20, 1)] },
  { name: 'upside down', affine: mirrorY(100), points: [at(50, 70, 2), at(0, 0, 0), at(40, 80, 1)] },
])('a mirror $name exchanges left and right points', ({ affine, points }) => {
  expect(pointsAfter(affine)).toEqual(points)
})

test.each([
  { name: 'two mirrors', affine: compose(mirrorX(200), mirrorY(100)) },
  { name: 'half a turn', affine: rotationAbout(180, { x: 100, y: 50 }) },
])('$name leave every point what it is', ({ affine }) => {
  expect(pointsAfter(affine)).toEqual([at(150, 70, 2), at(160, 80, 1), at(0, 0, 0)])
})

test.each([
  { name: 'mirrored', affine: mirrorX(30), points: [at(40, 30, 2), at(0, 0, 0), at(50, 20, 1)] },
  {
    name: 'turned around',
    affine: rotationAbout(180, { x: 15, y: 15 }),
    points: [at(40, 20, 2), at(50, 30, 1), at(0, 0, 0)],
  },
  {
    name: 'moved until a point leaves it',
    affine: translation(-15, 0),
    points: [at(35, 30, 2), at(0, 0, 0), at(0, 0, 0)],
  },
])('what is $name inside the box of an object takes its points along, and the box stays', ({ affine, points }) => {
  const box = { x0: 30, y0: 10, x1: 60, y1: 40 }
  const inside = warpWithin({ width: 30, height: 30 }, affine)
  const neighbour = { ...person(), id: ShapeId.parse('shape0004') }

  const [moved, other] = moveShapes(
    [person(), neighbour],
    { kind: 'regions', regions: [{ shapeId: person().id, box, plan: inside }] },
    SKELETONS,
  )

  expect(moved).toEqual({ ...person(), points })
  expect(other).toEqual(neighbour)
})

test('the points of a class without a skeleton keep their order in a mirror', () => {
  expect(pointsAfter(mirrorX(200), OTHER)).toEqual([at(150, 30, 2), at(160, 20, 1), at(0, 0, 0)])
})

test('an object in mirrored padding has left and right exchanged, and what is said of the image is said once', () => {
  const frame = { width: 200, height: 200 }
  const whole: Shape = { ...common, id: ShapeId.parse('shape0002'), classId: OTHER, kind: 'whole' }
  const text: Shape = { ...whole, id: ShapeId.parse('shape0003'), kind: 'text', prompt: '', answer: 'A bay' }

  const moved = moveShapes([person(), whole, text], placeCentred(FRAME, FRAME, { frame, edges: 'reflect' }), SKELETONS)

  expect(moved.map(({ kind }) => kind)).toEqual(['keypoints', 'whole', 'text', 'keypoints'])
  expect(moved.slice(1, 3)).toEqual([whole, text])
  expect(moved[3]).toMatchObject({ points: [at(50, 20, 2), at(0, 0, 0), at(40, 30, 1)] })
})

test.each([
  { name: 'stays while a point of it is in the frame', x: 0.2, kept: 1 },
  { name: 'goes when no point of it is left', x: 5, kept: 0 },
])('an object whose box is cut to less than a pixel $name', ({ x, kept }) => {
  const box = { x0: 0, y0: 10, x1: 20, y1: 40 }
  const object: Shape = { ...common, classId: PERSON, kind: 'keypoints', box, points: [at(20 - x, 20, 2)] }

  const moved = moveShapes([object], warpWithin(FRAME, translation(-19.5, 0)), SKELETONS)

  expect(moved).toHaveLength(kept)
})

function person(classId = PERSON): Shape {
  return { ...common, classId, kind: 'keypoints', box: { x0: 30, y0: 10, x1: 60, y1: 40 }, points: POINTS }
}

function pointsAfter(affine: Affine, classId = PERSON) {
  const [moved] = moveShapes([person(classId)], warpWithin(FRAME, affine), SKELETONS)
  return moved?.kind === 'keypoints' ? moved.points : undefined
}

function at(x: number, y: number, visibility: 0 | 1 | 2) {
  return { x, y, visibility }
}

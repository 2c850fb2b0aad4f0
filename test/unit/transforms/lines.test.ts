import { expect, test } from 'vitest'
import type { Shape } from '#common/annotation/shape'
import { translation } from '#common/geometry/affine'
import { ClassId, ShapeId } from '#common/ids'
import { warpWithin } from '#transforms/plan'
import { moveShapes } from '#transforms/shapes'

const FRAME = { width: 200, height: 100 }
const line: Shape = {
  id: ShapeId.parse('rope00001'),
  classId: ClassId.parse('class0001'),
  z: 1,
  origin: 'hand',
  kind: 'polyline',
  points: [10, 10, 10, 120, 90, 120, 90, 10],
}

test('the pieces of a line are labels of their own, with the same identifiers in every run', () => {
  const plan = warpWithin(FRAME, translation(5, 0))

  const pieces = moveShapes([line], plan, new Map())

  expect(pieces).toEqual([
    { ...line, points: [15, 10, 15, 100] },
    { ...line, id: expect.stringMatching(/^[0-9a-f]{24}$/), points: [95, 100, 95, 10] },
  ])
  expect(moveShapes([line], plan, new Map())).toEqual(pieces)
})

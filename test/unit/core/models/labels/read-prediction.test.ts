import { expect, test } from 'vitest'
import { labelOf } from '#core/models/labels/read-prediction'

const found = { className: 'cup', classIndex: 0, confidence: 0.75, box: { x0: 2, y0: 4, x1: 12, y1: 24 } }
const label = { className: 'cup', score: 0.75 }

test('a box stays a box', () => {
  expect(labelOf(found)).toEqual({ ...label, kind: 'box', box: found.box })
})

test('a mask becomes its outline, without the vertices that only follow pixels', () => {
  const stairs = [2, 4, 12, 4, 12, 14, 11.5, 14, 11.5, 15, 12, 15, 12, 24, 2, 24]

  const outline = labelOf({ ...found, mask: { format: 'polygon', ring: stairs } })

  expect(outline).toEqual({ ...label, kind: 'polygon', rings: [[2, 4, 12, 4, 12, 24, 2, 24]] })
})

test('an empty mask leaves the box, and a turned box is its four corners', () => {
  const corners = [7, 4, 12, 14, 7, 24, 2, 14]

  expect(labelOf({ ...found, mask: { format: 'polygon', ring: [] } })).toMatchObject({ kind: 'box' })
  expect(labelOf({ ...found, corners })).toEqual({ ...label, kind: 'polygon', rings: [corners] })
})

test('points keep their places; one that was not found has none, one that is unsure is hidden', () => {
  const keypoints = [
    { x: 5, y: 6, confidence: 0.9, index: 0, name: 'nose' },
    { x: 7, y: 8, confidence: 0.2, index: 2, name: 'tail' },
  ]

  expect(labelOf({ ...found, keypoints })).toEqual({
    ...label,
    kind: 'keypoints',
    box: found.box,
    points: [
      { x: 5, y: 6, visibility: 2 },
      { x: 0, y: 0, visibility: 0 },
      { x: 7, y: 8, visibility: 1 },
    ],
    skeleton: { points: ['nose', 'point 2', 'tail'], edges: [] },
  })
})

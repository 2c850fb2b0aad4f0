import { expect, test } from 'vitest'
import { mirroredPoints } from '#common/annotation/skeleton'

test.each([
  { points: ['nose', 'left_eye', 'right_eye'], twins: [0, 2, 1] },
  { points: ['Left Eye', 'Right Eye'], twins: [1, 0] },
  { points: ['eyeLeft', 'eyeRight'], twins: [1, 0] },
  { points: ['LEFT-EYE', 'RIGHT-EYE'], twins: [1, 0] },
  { points: ['leftEye', 'rightEar', 'leftEar'], twins: [0, 2, 1] },
  { points: ['bright', 'bleft', 'rightmost', 'leftmost'], twins: [0, 1, 2, 3] },
  { points: ['left left', 'right right', 'left right'], twins: [1, 0, 2] },
])('in a mirror the points $points become those at $twins', ({ points, twins }) => {
  expect(mirroredPoints(points)).toEqual(twins)
})

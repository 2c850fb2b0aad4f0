import { expect, test } from 'vitest'
import { clipLine, Line, lineLength } from '#common/geometry/line'

const FRAME = { width: 100, height: 50 }

test('a line is as long as its stretches together', () => {
  expect(lineLength([0, 0, 3, 4, 3, 10])).toBe(11)
})

test('a line of one point, or of half a pair, is none', () => {
  expect(Line.safeParse([1, 2]).success).toBe(false)
  expect(Line.safeParse([1, 2, 3, 4, 5]).success).toBe(false)
})

test('a frame cuts a line into the pieces that it shows', () => {
  expect(clipLine([-10, 10, 20, 10, 20, 70, 60, 70, 60, 20], FRAME)).toEqual([
    [0, 10, 20, 10, 20, 50],
    [60, 50, 60, 20],
  ])
})

test('a line that lies in the frame stays as it is, one along its border too', () => {
  const line = [0.1, 0.2, 33.3, 49.9, 100, 50, 100, 0]

  expect(clipLine(line, FRAME)).toEqual([line])
})

test('of a line that only touches the frame nothing is left', () => {
  expect(clipLine([-5, 5, 5, -5], FRAME)).toEqual([])
  expect(clipLine([-5, 60, 120, 60], FRAME)).toEqual([])
})

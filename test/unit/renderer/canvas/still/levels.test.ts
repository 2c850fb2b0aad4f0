import { expect, test } from 'vitest'
import { levelFor, ringsAt } from '#renderer/canvas/still/levels'
import { blob } from '#test/kit/canvas/scenes'

test('outlines have fewer points at lower zoom', () => {
  const outline = [blob(500, 500, { radius: 100, points: 400 })]
  const points = [4, 1, 0.25, 0.05].map((scale) => (ringsAt(outline, levelFor(scale))[0]?.length ?? 0) / 2)

  expect(points).toEqual(points.toSorted((a, b) => b - a))
  expect(points[0]).toBe(400)
  expect(points.at(-1)).toBeLessThan(20)
})

test('a simplified outline is computed once', () => {
  const outline = [blob(0, 0, { radius: 50, points: 100 })]

  expect(ringsAt(outline, 2)).toBe(ringsAt(outline, 2))
})

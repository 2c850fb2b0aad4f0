import { expect, test } from 'vitest'
import { placeAspect, rowHeight } from '#renderer/features/versions/wizard/preview-layout'

test('an image gets a place of its own shape, unless it is very long', () => {
  expect(placeAspect({ width: 300, height: 200 })).toBe(1.5)
  expect(placeAspect({ width: 4000, height: 100 })).toBe(2)
  expect(placeAspect({ width: 10, height: 100 })).toBe(0.5)
})

test('a row is as tall as its images and the number of rows allow', () => {
  const square = { width: 640, height: 640 }

  expect(rowHeight([{ width: 300, height: 200 }, square, square], 3)).toBe(
    'min((100cqw - 1rem) / 3.5, (100cqh - 1rem) / 3)',
  )
})

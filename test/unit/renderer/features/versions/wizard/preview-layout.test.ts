import { expect, test } from 'vitest'
import { placeAspect, rowHeight } from '#renderer/features/versions/wizard/preview-layout'

test('a tile has the aspect ratio of its image, unless that is extreme', () => {
  expect(placeAspect({ width: 300, height: 200 })).toBe(1.5)
  expect(placeAspect({ width: 4000, height: 100 })).toBe(2)
  expect(placeAspect({ width: 10, height: 100 })).toBe(0.5)
})

test('the height of a row depends on its images and the number of rows', () => {
  const square = { width: 640, height: 640 }

  expect(rowHeight([{ width: 300, height: 200 }, square, square], 3)).toBe(
    'min((100cqw - 1rem) / 3.5, (100cqh - 1rem) / 3)',
  )
})

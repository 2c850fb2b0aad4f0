import { expect, test } from 'vitest'
import { viewPoint } from '#common/geometry/space'
import { placeBox } from '#renderer/features/annotate/parts/place-box'

const VIEW = { width: 800, height: 600 }
const BOX = { width: 300, height: 200 }

test.each([
  { where: 'in the middle', at: viewPoint(200, 150), place: { left: 200, top: 150 } },
  { where: 'at the lower right corner', at: viewPoint(790, 590), place: { left: 492, top: 392 } },
  { where: 'beside the image', at: viewPoint(-40, -40), place: { left: 8, top: 8 } },
])('a box that is opened $where stays on the canvas', ({ at, place }) => {
  expect(placeBox(VIEW, at, BOX)).toEqual(place)
})

test('a box too large for the canvas is shown from its top left corner', () => {
  expect(placeBox({ width: 200, height: 100 }, viewPoint(50, 50), BOX)).toEqual({ left: 8, top: 8 })
})

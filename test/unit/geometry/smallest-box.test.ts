import { expect, test } from 'vitest'
import { rotatedBoxRing } from '#common/geometry/rotated-box'
import { smallestBoxAround } from '#common/geometry/smallest-box'

const TURNED = { center: { x: 120, y: 80 }, width: 60, height: 20, angle: 30 }

test('the smallest box around a turned rectangle is that rectangle, said by the wanted side', () => {
  const ring = rotatedBoxRing(TURNED)

  expect(rounded(smallestBoxAround([ring], 25))).toEqual(TURNED)
  expect(rounded(smallestBoxAround([ring], 110))).toEqual({ ...TURNED, width: 20, height: 60, angle: 120 })
})

test('holes, parts and points inside change nothing', () => {
  const rings = [rotatedBoxRing(TURNED), [118, 79, 122, 79, 120, 82]]

  expect(rounded(smallestBoxAround(rings, 30))).toEqual(TURNED)
})

test('points on one line, or too few, have no box', () => {
  expect(smallestBoxAround([[0, 0, 5, 5, 9, 9]])).toBeUndefined()
  expect(smallestBoxAround([])).toBeUndefined()
})

function rounded(box: ReturnType<typeof smallestBoxAround>) {
  if (!box) return undefined
  const near = (value: number) => Math.round(value * 1e6) / 1e6
  const { center, width, height, angle } = box
  return {
    center: { x: near(center.x), y: near(center.y) },
    width: near(width),
    height: near(height),
    angle: near(angle),
  }
}

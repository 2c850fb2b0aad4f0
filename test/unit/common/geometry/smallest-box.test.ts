import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boxAround } from '#common/geometry/box'
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

test('no box along any direction is smaller', () => {
  const points = fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 })), { minLength: 3 })

  fc.assert(
    fc.property(points, fc.double({ min: 0, max: 180, noNaN: true }), (corners, degrees) => {
      const box = smallestBoxAround([corners.flat()])

      const smallest = box ? box.width * box.height : 0
      expect(smallest).toBeLessThanOrEqual(areaAlong(corners, degrees) + 1e-6)
      expect(box && rotatedBoxHolds(box, corners)).not.toBe(false)
    }),
  )
})

/** More corners than a call takes as arguments. */
const MANY = 400_000

test('an outline of hundreds of thousands of corners has a box', () => {
  const around = Array.from({ length: MANY }, (_, i) => (2 * Math.PI * i) / MANY)
  const circle = around.flatMap((turn) => [500 + 300 * Math.cos(turn), 400 + 300 * Math.sin(turn)])

  const { center, width, height } = smallestBoxAround([circle]) ?? TURNED

  expect([center.x, center.y, width, height].map(Math.round)).toEqual([500, 400, 600, 600])
  expect(boxAround(around.map((x) => ({ x0: x, y0: -x, x1: x + 1, y1: 2 })))).toMatchObject({ x0: 0, y1: 2 })
})

type Corner = readonly [number, number]

/** The area of the box around the corners whose sides lie in a direction. */
function areaAlong(corners: readonly Corner[], degrees: number): number {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  const [along, across] = [corners.map(([x, y]) => x * cos + y * sin), corners.map(([x, y]) => y * cos - x * sin)]
  return (Math.max(...along) - Math.min(...along)) * (Math.max(...across) - Math.min(...across))
}

function rotatedBoxHolds({ center, width, height, angle }: typeof TURNED, corners: readonly Corner[]): boolean {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
  return corners.every(([x, y]) => {
    const [dx, dy] = [x - center.x, y - center.y]
    return Math.abs(dx * cos + dy * sin) <= width / 2 + 1e-6 && Math.abs(dy * cos - dx * sin) <= height / 2 + 1e-6
  })
}

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

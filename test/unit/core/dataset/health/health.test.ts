import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ClassId } from '#common/ids'
import { addHeat, dimensionsOf, HEAT_CELLS, heatOf } from '#core/dataset/health/rules'

const classId = ClassId.parse('classOfTheTest')
const side = fc.integer({ min: 1, max: 10_000 })

test('every shape inside its image warms at least one cell, and none outside the grid', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(side, side, fc.tuple(share, share, share, share), (width, height, [a, b, c, d]) => {
      const box = {
        x0: Math.min(a, b) * width,
        x1: Math.max(a, b) * width,
        y0: Math.min(c, d) * height,
        y1: Math.max(c, d) * height,
      }
      const maps = new Map<ClassId, Uint32Array>()
      addHeat(maps, [{ classId, box, frame: { width, height } }])
      const map = maps.get(classId)
      expect(map).toHaveLength(HEAT_CELLS ** 2)
      expect(map?.some((cell) => cell === 1)).toBe(true)
    }),
  )
})

test('the median is reached by half of the images and lies between the extremes', () => {
  const sizes = fc.array(fc.record({ width: side, height: side, images: fc.integer({ min: 1, max: 50 }) }), {
    minLength: 1,
  })
  fc.assert(
    fc.property(sizes, (list) => {
      const told = dimensionsOf(list)
      const all = list
        .flatMap(({ width, images }) => Array.from({ length: images }, () => width))
        .toSorted((a, b) => a - b)
      expect(told?.median.width).toBe(all[Math.ceil(all.length / 2) - 1])
      expect(told?.min.width).toBe(all[0])
      expect(told?.max.width).toBe(all.at(-1))
      expect(Object.values(told?.aspectRatios ?? {}).reduce((sum, count) => sum + count, 0)).toBe(all.length)
    }),
  )
})

test('the map of all classes is the sum of the maps of each', () => {
  const [apple, pear] = [ClassId.parse('classOfTheApple'), ClassId.parse('classOfThePear')]
  const frame = { width: HEAT_CELLS, height: HEAT_CELLS }
  const maps = new Map<ClassId, Uint32Array>()
  const corner = { x0: 0, y0: 0, x1: 1, y1: 1 }
  const row = { x0: 0, y0: 0, x1: HEAT_CELLS, y1: 1 }
  addHeat(maps, [
    { classId: apple, box: corner, frame },
    { classId: pear, box: row, frame },
  ])

  expect(Array.from(heatOf(maps).slice(0, 3))).toEqual([2, 1, 1])
  expect(heatOf(maps, apple)).toEqual(maps.get(apple))
  expect(heatOf(maps, ClassId.parse('classOfTheLemon')).every((cell) => cell === 0)).toBe(true)
})

import { expect, test } from 'vitest'
import type { Orientation } from '#common/geometry/affine'
import { hasTile, type TilePyramid, tileBox, tileCounts, tilesIn } from '#common/geometry/tiles'

const WIDE: TilePyramid = { stored: { width: 2130, height: 1000 }, orientation: 1, levels: 4 }

test('tiles reach one pixel of their level into their neighbours, and never out of the image', () => {
  expect(tileCounts(WIDE, 0)).toEqual({ columns: 5, rows: 2 })
  expect(tileBox(WIDE, { level: 0, column: 0, row: 0 })).toEqual({ x0: 0, y0: 0, x1: 513, y1: 513 })
  expect(tileBox(WIDE, { level: 0, column: 4, row: 1 })).toEqual({ x0: 2047, y0: 511, x1: 2130, y1: 1000 })
  expect(tileBox(WIDE, { level: 2, column: 1, row: 0 })).toEqual({ x0: 2044, y0: 0, x1: 2130, y1: 1000 })
})

test('only the tiles that a box touches are named, and none beside the image', () => {
  const box = { x0: 500, y0: -40, x1: 1030, y1: 100 }

  expect(tilesIn(WIDE, 0, box).map(({ column, row }) => [column, row])).toEqual([
    [0, 0],
    [1, 0],
    [2, 0],
  ])
  expect(tilesIn(WIDE, 0, { x0: 2131, y0: 0, x1: 3000, y1: 10 })).toEqual([])
})

test('a tile is there only within its level', () => {
  expect(hasTile(WIDE, { level: 3, column: 0, row: 0 })).toBe(true)
  expect(hasTile(WIDE, { level: 3, column: 1, row: 0 })).toBe(false)
  expect(hasTile(WIDE, { level: 4, column: 0, row: 0 })).toBe(false)
})

test.each<Orientation>([1, 2, 3, 4, 5, 6, 7, 8])(
  'turned by %i, the tiles of a place cover that place',
  (orientation) => {
    const pyramid = { ...WIDE, orientation }
    const place = { x0: 700, y0: 900, x1: 701, y1: 901 }
    const upright = orientation > 4 ? place : { x0: 900, y0: 700, x1: 901, y1: 701 }

    const boxes = tilesIn(pyramid, 0, upright).map((tile) => tileBox(pyramid, tile))

    expect(boxes).toHaveLength(1)
    expect(boxes[0]?.x0).toBeLessThanOrEqual(upright.x0)
    expect(boxes[0]?.y0).toBeLessThanOrEqual(upright.y0)
    expect(boxes[0]?.x1).toBeGreaterThanOrEqual(upright.x1)
    expect(boxes[0]?.y1).toBeGreaterThanOrEqual(upright.y1)
  },
)

test.each([
  [1, 5000],
  [5000, 1],
  [512, 512],
  [513, 1024],
])('an image of %i × %i is covered without a gap', (width, height) => {
  const pyramid: TilePyramid = { stored: { width, height }, orientation: 1, levels: 4 }
  const frame = { x0: 0, y0: 0, x1: width, y1: height }

  const boxes = tilesIn(pyramid, 0, frame).map((tile) => tileBox(pyramid, tile))

  expect(boxes).toHaveLength(Math.ceil(width / 512) * Math.ceil(height / 512))
  expect(Math.max(...boxes.map(({ x1 }) => x1))).toBe(width)
  expect(Math.max(...boxes.map(({ y1 }) => y1))).toBe(height)
})

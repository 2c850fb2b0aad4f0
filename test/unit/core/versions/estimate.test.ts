import { describe, expect, test } from 'vitest'
import { ClassId } from '#common/ids'
import type { Preprocessing } from '#common/versions/preprocessing'
import { estimateObjects, estimateParts, meanPixels } from '#core/versions/estimate'
import type { SizeCount } from '#core/versions/store-ports'

const TRAIN: SizeCount = { width: 200, height: 100, split: 'train', images: 10, nulls: 0 }
const VALID: SizeCount = { width: 100, height: 100, split: 'valid', images: 4, nulls: 0 }

describe('the images that come of the sources', () => {
  test.each<[string, Preprocessing, number, number, number]>([
    ['without any step are the sources', {}, 10, 4, (10 * 20_000 + 4 * 10_000) / 14],
    ['have the size they are brought to', { resize: { width: 64, height: 32, format: 'Stretch to' } }, 10, 4, 2048],
    [
      'may be smaller than what they are to fit within',
      { resize: { width: 100, height: 300, format: 'Fit within' } },
      10,
      4,
      (10 * 5000 + 4 * 10_000) / 14,
    ],
    ['are the tiles of a grid', { tile: { rows: 2, columns: 3 } }, 60, 24, (10 * 20_000 + 4 * 10_000) / 84],
    [
      'are tiles of one size, with what they have in common',
      { tile: { mode: 'fixed_size', tileWidth: 128, tileHeight: 128, overlap: 25, padding: 'black' } },
      20,
      4,
      128 * 128,
    ],
    [
      'are tiles of the window that is left',
      {
        'static-crop': { x_min: 0, x_max: 50, y_min: 0, y_max: 100 },
        tile: { mode: 'fixed_size', tileWidth: 100, tileHeight: 100, overlap: 0, padding: 'black' },
      },
      10,
      4,
      10_000,
    ],
  ])('%s', (_, preprocessing, train, valid, pixels) => {
    const estimate = estimateParts([TRAIN, VALID], preprocessing)

    expect(estimate.splits).toEqual({ train, valid, test: 0 })
    expect(meanPixels(estimate)).toBeCloseTo(pixels, 6)
  })

  test('hold as few without labels as are let in', () => {
    const sizes = [
      { ...TRAIN, images: 70, nulls: 30 },
      { ...TRAIN, width: 99, images: 30, nulls: 10 },
      { ...VALID, images: 3, nulls: 3 },
    ]

    expect(estimateParts(sizes, { 'filter-null': { percent: 80 } }).splits).toEqual({ train: 75, valid: 0, test: 0 })
    expect(estimateParts(sizes, { 'filter-null': { percent: 0 } }).splits).toEqual({ train: 100, valid: 3, test: 0 })
  })
})

test('every object of a class that stays is an image', () => {
  const [cup, lid] = [ClassId.parse('class00001'), ClassId.parse('class00002')]
  const objects = [
    { classId: cup, split: 'train' as const, count: 5, area: 5000 },
    { classId: lid, split: 'train' as const, count: 7, area: 7000 },
    { classId: cup, split: 'test' as const, count: 1, area: 400 },
  ]
  const becomes = new Map([
    [cup, cup],
    [lid, undefined],
  ])

  expect(estimateObjects(objects, {}, becomes)).toEqual({ splits: { train: 5, valid: 0, test: 1 }, pixels: 5400 })
  expect(estimateObjects(objects, { resize: { width: 10, height: 10, format: 'Stretch to' } }, becomes).pixels).toBe(
    600,
  )
})

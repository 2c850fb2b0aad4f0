import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AlikePair } from '#common/contract/health'
import { ImageId } from '#common/ids'
import type { Split } from '#common/split'
import {
  alikeWords,
  crowdedPlace,
  isRare,
  logShare,
  pairsToShow,
  sizePoints,
  sizeSearch,
  strengths,
} from '#renderer/features/health/measures'

const amount = fc.integer({ min: 0, max: 1_000_000 })

test('bars are ordered by count, and stay within their track', () => {
  fc.assert(
    fc.property(amount, amount, (a, b) => {
      const [few, many] = [Math.min(a, b), Math.max(a, b)]
      expect(logShare(few, many)).toBeLessThanOrEqual(logShare(many, many))
      expect(logShare(many, many)).toBe(many === 0 ? 0 : 1)
    }),
  )
  expect(logShare(1, 1_000_000)).toBeGreaterThan(0.04)
})

test('a class with less than a tenth of the average is rare', () => {
  expect([0, 0.09, 0.1, 1].map((balance) => isRare({ balance }))).toEqual([true, true, false, false])
})

test('the fullest cell is filled completely, empty ones not at all', () => {
  expect(strengths([0, 1, 4])).toEqual([0, 0.5, 1])
  expect(strengths([0, 0])).toEqual([0, 0])
})

test('the densest area is named by its ninth of the image', () => {
  const mapWith = (row: number, column: number) => {
    const cells = Array.from({ length: 24 * 24 }, () => 0)
    cells[row * 24 + column] = 3
    return { side: 24, cells }
  }
  expect(crowdedPlace(mapWith(0, 0))).toBe('at the top left')
  expect(crowdedPlace(mapWith(12, 12))).toBe('in the middle')
  expect(crowdedPlace(mapWith(12, 23))).toBe('at the middle right')
  expect(crowdedPlace(mapWith(23, 8))).toBe('at the bottom center')
  expect(crowdedPlace({ side: 24, cells: Array.from({ length: 24 * 24 }, () => 0) })).toBeUndefined()
})

test('dots are inside the chart, and four times the images doubles the radius', () => {
  const sizes = [
    { width: 400, height: 200, images: 4 },
    { width: 100, height: 100, images: 1 },
  ]
  expect(sizePoints(sizes, 400)).toEqual([
    { width: 400, height: 200, images: 4, x: 1, y: 0.5, radius: 1 },
    { width: 100, height: 100, images: 1, x: 0.25, y: 0.25, radius: 0.5 },
  ])
})

test('a search for a size includes both sides', () => {
  expect(sizeSearch({ width: 640, height: 480 })).toBe('min-width:640 max-width:640 min-height:480 max-height:480')
})

test('near duplicates are described in words, leaks with their consequence', () => {
  const none = { groups: 0, images: 0, pairs: [] }
  const some = { groups: 3, images: 8, pairs: [] }
  const told = { nearDuplicates: some, splitLeakage: { ...none, groups: 1, images: 2 }, notCompared: 0 }

  expect(alikeWords({ nearDuplicates: none, splitLeakage: none, notCompared: 0 })).toBe(
    'No two images look nearly the same.',
  )
  expect(alikeWords(told)).toBe(
    '3 groups of 8 images. 1 group is spread over several splits, so test results will be too optimistic (data leakage).',
  )
  expect(alikeWords({ ...told, splitLeakage: some, notCompared: 2 })).toBe(
    '3 groups of 8 images. 3 groups are spread over several splits, so test results will be too optimistic (data leakage). 2 images were not compared.',
  )
})

test('pairs across splits come first, and each pair once', () => {
  const pair = (one: Split, other: Split, similarity: number): AlikePair => {
    const id = ImageId.parse('imageOfTheTest000001')
    return {
      similarity,
      images: [
        { id, name: 'a', split: one },
        { id, name: 'b', split: other },
      ],
    }
  }
  const [leak, within] = [pair('train', 'test', 0.97), pair('train', 'train', 1)]
  const shown = pairsToShow({
    nearDuplicates: { groups: 2, images: 4, pairs: [within, leak] },
    splitLeakage: { groups: 1, images: 2, pairs: [leak] },
  })

  expect(shown).toEqual([leak, within])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkTiles, estimateParts } from '#core/versions/estimate'
import { planFirst, planParts, stageAfter } from '#transforms/recipe'
import { inWords } from '../../../kit/in-words.ts'

test('the number of tiles is known before any is made, for any size, crop and tile', () => {
  const side = fc.integer({ min: 1, max: 900 })
  const interval = fc
    .tuple(fc.double({ min: 0, max: 99, noNaN: true }), fc.double({ min: 0.01, max: 1, noNaN: true }))
    .map(([min, share]) => ({ min, max: min + (100 - min) * share }))
  const tiles = fc.record({
    mode: fc.constant('fixed_size' as const),
    padding: fc.constantFrom('black' as const, 'none' as const),
    tileWidth: fc.integer({ min: 16, max: 300 }),
    tileHeight: fc.integer({ min: 16, max: 300 }),
    overlap: fc.double({ min: 0, max: 0.8, noNaN: true }),
  })
  fc.assert(
    fc.property(side, side, interval, interval, tiles, (width, height, across, down, tile) => {
      const crop = { x_min: across.min, x_max: across.max, y_min: down.min, y_max: down.max }
      const preprocessing = { 'auto-orient': true, 'static-crop': crop, tile }
      const image = { frame: { width, height }, orientation: 1 as const, shapes: [] }

      const { splits } = estimateParts([{ width, height, split: 'valid', images: 3, nulls: 0 }], preprocessing)

      const cropped = stageAfter(image, planFirst(preprocessing, image), new Map())
      const made = planParts(preprocessing, { ...image, ...cropped }, new Map())
      expect(splits).toEqual({ train: 0, valid: 3 * made.length, test: 0 })
    }),
  )
})

test('tiles that are far too many are refused before any is made', () => {
  const tile = { mode: 'fixed_size', tileWidth: 16, tileHeight: 16, overlap: 90, padding: 'black' } as const
  const photographs = [{ width: 4000, height: 3000, split: 'train' as const, images: 3, nulls: 0 }]

  expect(inWords(checkTiles(photographs, { tile }))).toMatchObject({
    ok: false,
    error: {
      message: expect.stringMatching(/^preprocessing\.tile cuts an image of 4000 × 3000 pixels into 2,9\d\d,\d{3}/),
    },
  })
  expect(checkTiles(photographs, { tile: { rows: 20, columns: 20 } })).toMatchObject({ ok: true })
})

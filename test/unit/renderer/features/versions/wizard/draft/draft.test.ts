import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CONTRAST_TYPES,
  IMAGE_FORMATS,
  type Preprocessing,
  RESIZE_FORMATS,
  TILE_PADDINGS,
} from '#common/versions/preprocessing'
import { VersionSettings } from '#common/versions/settings'
import type { AugmentationKey, PreprocessingKey } from '#common/versions/steps'
import { type AugmentRow, BOX_ROWS, type Field, WHOLE_ROWS } from '#renderer/features/versions/wizard/augment/rows'
import { type Draft, FIRST_DRAFT, type Values } from '#renderer/features/versions/wizard/draft/draft'
import { readDraft } from '#renderer/features/versions/wizard/draft/remembered'
import { draftOf, settingsOf } from '#renderer/features/versions/wizard/draft/settings'
import {
  augmentLine,
  lossSentence,
  preprocessingValue,
  preprocessLines,
} from '#renderer/features/versions/wizard/words'

/** Returns a draft with only this augmentation step. */
function varied(key: AugmentationKey, settings: Values = FIRST_DRAFT.augmentation[key].settings): Draft {
  return { ...FIRST_DRAFT, augmentation: { ...FIRST_DRAFT.augmentation, [key]: { on: true, settings } } }
}

function preprocessed(part: Partial<Draft['preprocessing']>): Draft {
  return { ...FIRST_DRAFT, preprocessing: { ...FIRST_DRAFT.preprocessing, ...part } }
}

describe('the settings of a draft', () => {
  test('of a first version are auto-orient and one size', () => {
    expect(settingsOf(FIRST_DRAFT)).toEqual({
      preprocessing: { 'auto-orient': true, resize: { width: 640, height: 640, format: 'Stretch to' } },
      augmentation: {},
    })
  })

  test('contain the number of copies only with an augmentation step', () => {
    const draft = { ...varied('flip', { horizontal: true, vertical: true }), copies: 5 }

    expect(settingsOf(draft).augmentation).toEqual({
      flip: { horizontal: true, vertical: true },
      image: { versions: 5 },
    })
  })

  test('contain only the values of the chosen tile mode', () => {
    const { tile } = FIRST_DRAFT.preprocessing
    const draft = preprocessed({ tile: { on: true, settings: { ...tile.settings, mode: 'fixed_size', overlap: 25 } } })

    expect(settingsOf(draft).preprocessing.tile).toEqual({
      mode: 'fixed_size',
      tileWidth: 640,
      tileHeight: 640,
      overlap: 25,
      padding: 'black',
    })
  })

  test('contain only the classes that change, and no step without effect', () => {
    const settings = { names: { cup: 'mug', lid: 'cover', spoon: ' spoon ', fork: '' }, leftOut: ['lid'] }
    const draft = preprocessed({ remap: { on: true, settings }, 'filter-tags': { on: true, settings: {} } })

    expect(settingsOf(draft).preprocessing).toMatchObject({ remap: { cup: 'mug', lid: '' } })
    expect(settingsOf(draft).preprocessing['filter-tags']).toBeUndefined()
  })
})

describe('a recipe', () => {
  test('survives the round trip through the controls', () => {
    fc.assert(
      fc.property(recipes(), (recipe) => {
        const settings = VersionSettings.parse(recipe)

        expect(settingsOf(draftOf(settings))).toEqual(settings)
      }),
      { numRuns: 300 },
    )
  })

  test('turns off missing steps, and keeps their values', () => {
    const before = preprocessed({ 'filter-null': { on: true, settings: { percent: 33 } } })

    const { preprocessing } = draftOf({ preprocessing: {}, augmentation: {} }, before)

    expect(preprocessing['filter-null']).toEqual({ on: false, settings: { percent: 33 } })
    expect(preprocessing.resize.on).toBe(false)
  })
})

describe('a remembered draft', () => {
  test('survives the round trip', () => {
    const draft = { ...varied('bbblur', { pixels: 4.5 }), copies: 7 }

    expect(readDraft(JSON.stringify(draft))).toEqual(draft)
  })

  test('of the first version of the program opens', () => {
    const kept = {
      autoOrient: false,
      resize: { on: true, width: 320, height: 240, format: 'Fit within' },
      copies: 5,
      flip: { on: true, axes: 'both' },
      rotate: { on: false, degrees: 9 },
      brightness: { on: true, ways: 'darken', percent: 30 },
    }

    const draft = readDraft(JSON.stringify(kept))

    expect(settingsOf(draft)).toEqual({
      preprocessing: { resize: { width: 320, height: 240, format: 'Fit within' } },
      augmentation: {
        flip: { horizontal: true, vertical: true },
        brightness: { brighten: false, darken: true, percent: 30 },
        image: { versions: 5 },
      },
    })
    expect(draft.augmentation.rotate).toEqual({ on: false, settings: { degrees: 9 } })
  })

  test('keeps the readable parts, and resets the rest', () => {
    const kept = { preprocessing: { resize: { on: true, settings: { width: -1 } } }, augmentation: {}, copies: 4 }

    expect(readDraft(JSON.stringify(kept))).toEqual({ ...FIRST_DRAFT, copies: 4 })
    expect(readDraft('{')).toEqual(FIRST_DRAFT)
    expect(readDraft(null)).toEqual(FIRST_DRAFT)
  })
})

describe('the words beside the steps', () => {
  test('summarize the choices in short lines', () => {
    const draft = { ...varied('rotate'), copies: 2 }

    expect(preprocessLines(draft)).toEqual(['Auto-orient', 'Stretch to 640 × 640'])
    expect(augmentLine(draft)).toBe('1 step, up to 2×')
    expect(preprocessLines(draftOf({ preprocessing: {}, augmentation: {} }))).toEqual(['Images as they are'])
  })

  test.each<[PreprocessingKey, Preprocessing, string | undefined]>([
    ['filter-tags', { 'filter-tags': { museum: true } }, 'tagged museum'],
    ['filter-tags', {}, 'nothing chosen'],
    ['remap', { remap: { Cup: 'Dish' } }, 'Cup → Dish'],
    ['auto-orient', { 'auto-orient': true }, undefined],
    ['tile', { tile: { rows: 2, columns: 3 } }, '2 rows × 3 columns'],
    ['filter-null', { 'filter-null': { percent: 80 } }, 'at most 20\u00a0%'],
    ['contrast', { contrast: { type: 'Contrast Stretching' } }, 'stretched'],
    ['resize', { resize: { width: 64, height: 32, format: 'Fit within' } }, 'fit within 64 × 32'],
  ])('say beside %s what it is set to', (key, preprocessing, value) => {
    expect(preprocessingValue(key, preprocessing)).toBe(value)
  })

  test('name the steps that remove annotations', () => {
    const { resize, 'static-crop': crop } = FIRST_DRAFT.preprocessing
    const filled = { on: true, settings: { ...resize.settings, format: 'Fill (with center crop) in' as const } }
    const cropped = { ...varied('cutout'), ...preprocessed({ resize: filled, 'static-crop': { ...crop, on: true } }) }
    const all = { ...cropped, augmentation: varied('cutout').augmentation }
    const loss = { dropped: 3, shapes: 120 }

    expect(lossSentence(varied('rotate'), { ...loss, dropped: 0 })).toBeUndefined()
    expect(lossSentence(varied('rotate'), loss)).toBe('Rotate drops 3 of 120 shapes in this preview')
    expect(lossSentence({ ...varied('rotate'), copies: 1 }, loss)).toBe('Resize drops 3 of 120 shapes in this preview')
    expect(lossSentence(all, loss)).toBe('Crop, Fill and Cutout drop 3 of 120 shapes in this preview')
  })
})

/** Returns settings within the limits of the controls, which the rows define for augmentation. */
function recipes(): fc.Arbitrary<unknown> {
  const steps = Object.fromEntries([...WHOLE_ROWS, ...BOX_ROWS].map((row) => [row.key, settingsWithin(row)]))
  const image = fc.record({ versions: fc.integer({ min: 1, max: 50 }) })
  const augmentation = fc
    .tuple(fc.record(steps, { requiredKeys: [] }), image)
    .map(([some, copies]) => (Object.keys(some).length === 0 ? {} : { ...some, image: copies }))
  return fc.record({ preprocessing: fc.record(preprocessingWithin(), { requiredKeys: [] }), augmentation })
}

function settingsWithin({ key, fields }: AugmentRow): fc.Arbitrary<unknown> {
  if (key === 'mosaic') return fc.constant(true)
  return fc.tuple(...fields.map(valuesWithin)).map((parts) => Object.assign({}, ...parts))
}

function valuesWithin(field: Field): fc.Arbitrary<Values> {
  switch (field.kind) {
    case 'amount': {
      const { name, min, max, step = 1 } = field
      return fc
        .integer({ min: Math.ceil(min / step), max: Math.floor(max / step) })
        .map((steps) => ({ [name]: Number((steps * step).toFixed(1)) }))
    }
    case 'range': {
      const end = fc.integer({ min: field.min, max: field.max })
      return fc.tuple(end, end).map(([a, b]) => ({ [field.from]: Math.min(a, b), [field.to]: Math.max(a, b) }))
    }
    case 'checks':
      return fc
        .subarray(
          field.options.map(({ name }) => name),
          { minLength: 1 },
        )
        .map((chosen) => Object.fromEntries(field.options.map(({ name }) => [name, chosen.includes(name)])))
  }
}

function preprocessingWithin(): Record<PreprocessingKey, fc.Arbitrary<unknown>> {
  const side = fc.integer({ min: 16, max: 8192 })
  const ends = fc.tuple(fc.integer({ min: 0, max: 49 }), fc.integer({ min: 50, max: 100 }))
  const edges = { overlap: fc.integer({ min: 0, max: 90 }), padding: fc.constantFrom(...TILE_PADDINGS) }
  const name = fc.stringMatching(/^[a-z]{1,8}$/)
  return {
    'filter-tags': fc.dictionary(name, fc.boolean(), { minKeys: 1 }),
    remap: fc.dictionary(name, fc.constantFrom('', 'Mug', 'Cup'), { minKeys: 1 }),
    'auto-orient': fc.constant(true),
    'static-crop': fc.tuple(ends, ends).map(([[x_min, x_max], [y_min, y_max]]) => ({ x_min, x_max, y_min, y_max })),
    isolate: fc.constant(true),
    tile: fc.oneof(
      fc.record({ rows: fc.integer({ min: 1, max: 20 }), columns: fc.integer({ min: 1, max: 20 }) }),
      fc.record({ mode: fc.constant('fixed_size'), tileWidth: side, tileHeight: side, ...edges }),
      fc.record({
        mode: fc.constant('fixed_aspect'),
        span: fc.constantFrom('width', 'height'),
        ...edges,
        aspectRatio: fc.integer({ min: 1, max: 400 }).map((steps) => steps / 20),
      }),
    ),
    'filter-null': fc.record({ percent: fc.integer({ min: 0, max: 100 }) }),
    contrast: fc.record({ type: fc.constantFrom(...CONTRAST_TYPES) }),
    grayscale: fc.constant(true),
    resize: fc.record({ width: side, height: side, format: fc.constantFrom(...RESIZE_FORMATS) }),
    'image-format': fc.record({ format: fc.constantFrom(...IMAGE_FORMATS) }),
  }
}

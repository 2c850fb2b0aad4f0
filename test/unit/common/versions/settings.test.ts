import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RESIZE_FORMATS } from '#common/versions/preprocessing'
import {
  fromStoredSettings,
  parseVersionSettings,
  toStoredSettings,
  type VersionSettings,
} from '#common/versions/settings'
import { inWords } from '../../../kit/in-words.ts'

const FULL: VersionSettings = {
  preprocessing: { 'auto-orient': true, resize: { width: 416, height: 320, format: 'Stretch to' } },
  augmentation: {
    flip: { horizontal: true, vertical: false },
    rotate: { degrees: 12.5 },
    brightness: { brighten: true, darken: true, percent: 22 },
    image: { versions: 3 },
  },
}

describe('the stored form', () => {
  test('holds every step that is on with enabled and its parameters', () => {
    const stored = toStoredSettings({ ...FULL, augmentation: { rotate: { degrees: 9 }, image: { versions: 2 } } })

    expect(stored).toEqual({
      preprocessing: {
        'auto-orient': { enabled: true },
        resize: { enabled: true, width: 416, height: 320, format: 'Stretch to' },
      },
      augmentation: { rotate: { enabled: true, degrees: 9 }, image: { enabled: true, versions: 2 } },
    })
  })

  test('leaves out a step that is off', () => {
    expect(toStoredSettings({ preprocessing: { 'auto-orient': false }, augmentation: {} }).preprocessing).toEqual({})
  })

  test('gives the settings back that it was made from', () => {
    const resize = fc.record({
      width: fc.integer({ min: 1, max: 8192 }),
      height: fc.integer({ min: 1, max: 8192 }),
      format: fc.constantFrom(...RESIZE_FORMATS),
    })
    const settings = fc.record({
      preprocessing: fc.record({ 'auto-orient': fc.constant(true), resize }, { requiredKeys: [] }),
      augmentation: fc.record(
        {
          flip: fc.record({ horizontal: fc.boolean(), vertical: fc.boolean() }),
          rotate: fc.record({ degrees: fc.integer({ min: 0, max: 45 }) }),
          image: fc.record({ versions: fc.integer({ min: 1, max: 50 }) }),
        },
        { requiredKeys: [] },
      ),
    })

    fc.assert(
      fc.property(settings, (given) => {
        expect(fromStoredSettings(JSON.parse(JSON.stringify(toStoredSettings(given))))).toEqual(given)
      }),
    )
  })

  test('is read with numbers that became text', () => {
    const stored = {
      preprocessing: { resize: { enabled: true, width: '416', height: '320', format: 'Stretch to' } },
      augmentation: { rotate: { enabled: true, degrees: '12.5' } },
    }

    expect(fromStoredSettings(stored)).toEqual({
      preprocessing: { resize: { width: 416, height: 320, format: 'Stretch to' } },
      augmentation: { rotate: { degrees: 12.5 } },
    })
  })
})

describe('settings from a program', () => {
  test.each([
    ['a step that is true', { 'auto-orient': true }, { 'auto-orient': true }],
    ['a step that is enabled', { 'auto-orient': { enabled: true } }, { 'auto-orient': true }],
    ['a step that is false', { 'auto-orient': false }, {}],
    ['a step that is not enabled', { resize: { enabled: false, width: -1 } }, {}],
  ])('may hold %s', (_, preprocessing, expected) => {
    const parsed = parseVersionSettings({ preprocessing, augmentation: {} })

    expect(parsed).toStrictEqual({ ok: true, value: { preprocessing: expected, augmentation: {} } })
  })

  test.each<[unknown, string]>([
    [undefined, 'The settings must be an object'],
    [{ preprocessing: {} }, 'augmentation is missing'],
    [{ preprocessing: {}, augmentation: 3 }, 'augmentation must be an object'],
    [{ preprocessing: {}, augmentation: {}, extra: 1 }, 'extra is not a known setting'],
    [preprocess({ sharpen: true }), 'preprocessing.sharpen is not a known setting'],
    [preprocess({ sharpen: false }), 'preprocessing.sharpen is not a known setting'],
    [preprocess({ 'auto-orient': 'yes' }), 'preprocessing.auto-orient must be true or false'],
    [preprocess({ resize: true }), 'preprocessing.resize.width is missing'],
    [
      preprocess({ resize: { ...FULL.preprocessing.resize, depth: 3 } }),
      'preprocessing.resize.depth is not a known setting',
    ],
    [
      preprocess({ resize: { ...FULL.preprocessing.resize, width: 0 } }),
      'preprocessing.resize.width must be at least 1',
    ],
    [
      preprocess({ resize: { ...FULL.preprocessing.resize, height: 9000 } }),
      'preprocessing.resize.height must be at most 8192',
    ],
    [
      preprocess({ resize: { ...FULL.preprocessing.resize, width: 6.5 } }),
      'preprocessing.resize.width must be a whole number',
    ],
    [
      preprocess({ resize: { ...FULL.preprocessing.resize, width: 'wide' } }),
      'preprocessing.resize.width must be a number',
    ],
    [
      preprocess({ resize: { width: 64, height: 64, format: 'Crop' } }),
      `preprocessing.resize.format must be one of ${RESIZE_FORMATS.map((format) => `"${format}"`).join(', ')}`,
    ],
    [augment({ rotate: { degrees: 46 } }), 'augmentation.rotate.degrees must be at most 45'],
    [augment({ brightness: { percent: 120 } }), 'augmentation.brightness.percent must be at most 99'],
    [
      augment({ brightness: { brighten: false, darken: false, percent: 20 } }),
      'augmentation.brightness needs brighten, darken or both',
    ],
    [augment({ image: { versions: 0 } }), 'augmentation.image.versions must be at least 1'],
  ])('are refused with the key at fault: %j', (input, message) => {
    expect(inWords(parseVersionSettings(input))).toEqual({ ok: false, error: { reason: 'settings-invalid', message } })
  })
})

function preprocess(preprocessing: object): object {
  return { preprocessing, augmentation: {} }
}

function augment(augmentation: object): object {
  return { preprocessing: {}, augmentation }
}

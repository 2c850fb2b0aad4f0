import { describe, expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import type { Augmentation } from '#common/versions/augmentation'
import { describeSettings } from '#common/versions/describe'
import { describeDrawn } from '#common/versions/describe-drawn'
import type { Preprocessing } from '#common/versions/preprocessing'
import { parseVersionSettings } from '#common/versions/settings'
import { BOX_STEPS, PREPROCESSING_STEPS, WHOLE_STEPS } from '#common/versions/steps'
import { ENGLISH_WORDING } from '#common/versions/wording'

const pc = (text: string) => text.replaceAll(' %', '\u00a0%').replaceAll(' px', '\u00a0px')

describe('the words of a recipe', () => {
  test('say every step in the order of the work', () => {
    const settings = {
      preprocessing: {
        resize: { width: 416, height: 320, format: 'Stretch to' as const },
        'auto-orient': true,
        tile: { rows: 2, columns: 1 },
      },
      augmentation: {
        flip: { horizontal: true, vertical: false },
        rotate: { degrees: 12.5 },
        brightness: { brighten: true, darken: true, percent: 22 },
        image: { versions: 3 },
      },
    }

    expect(describeSettings(settings)).toEqual([
      'Auto-orient',
      'Tiles 2 rows × 1 column',
      'Stretch to 416 × 320',
      'Flip horizontal',
      'Rotate ±12.5°',
      pc('Brightness ±22 %'),
      'Up to 3× in training',
    ])
  })

  test.each<[Preprocessing, string]>([
    [{ 'filter-tags': { ripe: true, green: true } }, 'Only images tagged ripe and green'],
    [{ 'filter-tags': { ripe: true, wet: false, old: false } }, 'Only images tagged ripe, not tagged wet or old'],
    [{ 'filter-tags': { wet: false } }, 'Only images not tagged wet'],
    [{ remap: { cup: 'mug', lid: '', spoon: 'spoon' } }, 'cup → mug, lid left out'],
    [{ remap: { a: 'b', b: 'a', c: '', d: 'e' } }, '3 classes renamed, 1 class left out'],
    [{ 'static-crop': { x_min: 25, x_max: 75, y_min: 10, y_max: 90 } }, 'Crop to 25–75 × 10–90 %'],
    [{ isolate: true }, 'One image per object'],
    [
      { tile: { mode: 'fixed_size', tileWidth: 640, tileHeight: 480, overlap: 0.25, padding: 'black' } },
      'Tiles of 640 × 480, 25 % overlap',
    ],
    [
      { tile: { mode: 'fixed_aspect', aspectRatio: 16 / 9, span: 'width', overlap: 10, padding: 'none' } },
      'Tiles of 1.78 : 1 over the full width, 10 % overlap',
    ],
    [{ 'filter-null': { percent: 80 } }, 'At least 80 % labeled'],
    [{ contrast: { type: 'Adaptive Equalization' } }, 'Contrast adaptive, gray'],
    [{ grayscale: true }, 'Grayscale'],
    [{ resize: { width: 640, height: 640, format: 'Fit (black edges) in' } }, 'Fit in 640 × 640, black'],
  ])('say what is done to every image: %j', (preprocessing, line) => {
    expect(describeSettings({ preprocessing, augmentation: {} })).toEqual([pc(line)])
  })

  test('pass over what is off, or on and does nothing', () => {
    const preprocessing = { 'auto-orient': false, 'filter-tags': {}, remap: { cup: 'cup' } }

    expect(describeSettings({ preprocessing, augmentation: {} })).toEqual([])
  })

  test.each<[Augmentation, string]>([
    [{ mosaic: true }, 'Mosaic'],
    [
      { ninety: { clockwise: true, 'counter-clockwise': true, 'upside-down': true } },
      'Quarter turns right, left and upside down',
    ],
    [{ crop: { min: 0, max: 20 } }, 'Random crop 0–20 %'],
    [{ shear: { horizontal: 10, vertical: 10 } }, 'Shear ±10°'],
    [{ shear: { horizontal: 10, vertical: 5 } }, 'Shear ±10° across, ±5° down'],
    [{ rgrayscale: { percent: 15 } }, 'Random grayscale in 15 %'],
    [{ hue: { degrees: 25 } }, 'Hue ±25°'],
    [{ saturation: { percent: 25 } }, 'Saturation ±25 %'],
    [{ brightness: { brighten: false, darken: true, percent: 20 } }, 'Brightness −20 % to 0'],
    [{ exposure: { percent: 10 } }, 'Exposure ±10 %'],
    [{ blur: { pixels: 1.25 } }, 'Blur up to 1.25 px'],
    [{ noise: { percent: 2 } }, 'Noise up to 2 %'],
    [{ cutout: { count: 3, percent: 10 } }, 'Cutout 3 of 10 %'],
    [{ bbrotate: { degrees: 10 } }, 'Box rotate ±10°'],
    [{ bbflip: { horizontal: true, vertical: true } }, 'Box flip horizontal and vertical'],
  ])('say how far a copy may go: %j', (augmentation, line) => {
    expect(describeSettings({ preprocessing: {}, augmentation })).toEqual([pc(line), 'Up to 3× in training'])
  })

  test('have a line for every step there is', () => {
    const preprocessing = {
      'filter-tags': { a: true },
      remap: { a: 'b' },
      'auto-orient': true,
      isolate: true,
      grayscale: true,
      'static-crop': { x_min: 1, x_max: 2, y_min: 1, y_max: 2 },
      tile: { rows: 2, columns: 2 },
      'filter-null': { percent: 5 },
      contrast: { type: 'Contrast Stretching' },
      resize: { width: 1, height: 1, format: 'Fit within' },
      'image-format': { format: 'png' },
    }
    const amounts = { degrees: 1, percent: 1, pixels: 1 }
    const only = (name: keyof typeof amounts) => ({ [name]: amounts[name] })
    const shared = (prefix: '' | 'bb') => ({
      [`${prefix}flip`]: {},
      [`${prefix}ninety`]: {},
      [`${prefix}crop`]: { percent: 1 },
      [`${prefix}rotate`]: only('degrees'),
      [`${prefix}shear`]: {},
      [`${prefix}brightness`]: only('percent'),
      [`${prefix}exposure`]: only('percent'),
      [`${prefix}blur`]: only('pixels'),
      [`${prefix}noise`]: only('percent'),
    })
    const augmentation = {
      ...shared(''),
      ...shared('bb'),
      mosaic: true,
      cutout: { count: 1, percent: 1 },
      image: { versions: 1 },
      rgrayscale: only('percent'),
      hue: only('degrees'),
      saturation: only('percent'),
    }
    const settings = parseVersionSettings({ preprocessing, augmentation })

    const lines = settings.ok ? describeSettings(settings.value) : [sentenceOf(settings.error)]

    expect(lines).toHaveLength(PREPROCESSING_STEPS.length + WHOLE_STEPS.length + BOX_STEPS.length)
    expect(new Set(lines).size).toBe(lines.length)
  })
})

describe('the words of what was drawn', () => {
  test.each([
    [
      { flip: { horizontal: true, vertical: false }, rotate: { degrees: 4.2 }, brightness: { percent: -15.6 } },
      'Flip, +4°, −16 %',
    ],
    [{ flip: { horizontal: false, vertical: false }, rotate: { degrees: -9 } }, '−9°'],
    [{ flip: { horizontal: true, vertical: true } }, 'Flip both ways'],
    [{ flip: { horizontal: false, vertical: true }, rotate: { degrees: 0.3 } }, 'Flip vertical'],
    [{ rotate: { degrees: -0.2 } }, 'Not augmented'],
    [{}, 'Not augmented'],
    [{ mosaic: { x: 0.4, y: 0.6, quadrant: 2 }, ninety: { degrees: -90 } }, 'Mosaic, turned left'],
    [{ ninety: { degrees: 180 }, crop: { percent: 12.4, x: 0.1, y: 0.9 } }, 'Upside down, crop 12 %'],
    [{ shear: { horizontal: -3, vertical: 2 } }, 'Shear −3° across +2° down'],
    [
      { rgrayscale: { grey: true }, hue: { degrees: 20 }, saturation: { percent: -10 } },
      'Gray, hue +20°, saturation −10 %',
    ],
    [{ rgrayscale: { grey: false }, ninety: { degrees: 0 } }, 'Not augmented'],
    [
      { exposure: { percent: 5 }, blur: { pixels: 1.23 }, noise: { percent: 0.52, start: 77 } },
      'Exposure +5 %, blur 1.2 px, noise 0.5 %',
    ],
    [{ blur: { pixels: 0.2 }, noise: { percent: 0.01, start: 77 } }, 'Not augmented'],
    [{ cutout: { count: 3, percent: 10, x0: 0.1, y0: 0.2 } }, '3 cutouts'],
    [
      {
        rotate: { degrees: 4 },
        'bbflip|0': { horizontal: false, vertical: false },
        'bbrotate|0': { degrees: 8 },
        'bbrotate|1': { degrees: -8 },
        'bbblur|1': { pixels: 2 },
      },
      '+4°, boxes rotated and blurred',
    ],
  ])('are short: %j', (drawn, caption) => {
    expect(describeDrawn(drawn, ENGLISH_WORDING)).toBe(pc(caption))
  })
})

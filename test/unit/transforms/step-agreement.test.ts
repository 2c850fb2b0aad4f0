import { describe, expect, test } from 'vitest'
import type { Augmentation } from '#common/versions/augmentation'
import type { Preprocessing, Tile } from '#common/versions/preprocessing'
import type { VersionSettings as Recipe } from '#common/versions/settings'
import type { RenderSource } from '#core/versions/ports'
import { versionRenderer } from '#transforms/pipeline'
import { FRAME, KINDS, type Treatment } from './kinds.ts'
import { boxShape, disagreements, imageId, renderAll, renderOne, seed, write } from './marked-image.ts'

/** Extreme settings, several draws of each. */
const VARIANTS = [1, 2, 3, 4].map((variant) => ({ part: 0, variant, others: [] }))

interface Moving {
  readonly augmentation: Augmentation
  readonly treatment?: Treatment
}

const TURNS = { clockwise: true, 'counter-clockwise': true, 'upside-down': true }
const BOTH = { horizontal: true, vertical: true }

const MOVING: Readonly<Record<string, Moving>> = {
  flip: { augmentation: { flip: BOTH } },
  ninety: { augmentation: { ninety: TURNS } },
  crop: { augmentation: { crop: { min: 75, max: 90 } } },
  rotate: { augmentation: { rotate: { degrees: 45 } }, treatment: { isSlanting: true } },
  shear: {
    augmentation: { shear: { horizontal: 45, vertical: 0 } },
    treatment: { isSlanting: true, isUneven: true },
  },
  'shear both ways': {
    augmentation: { shear: { horizontal: 30, vertical: 30 } },
    treatment: { isSlanting: true, isUneven: true },
  },
  bbflip: { augmentation: { bbflip: BOTH }, treatment: { isInBox: true } },
  bbninety: { augmentation: { bbninety: TURNS }, treatment: { isInBox: true } },
  bbcrop: { augmentation: { bbcrop: { min: 50, max: 75 } }, treatment: { isInBox: true } },
  bbrotate: { augmentation: { bbrotate: { degrees: 45 } }, treatment: { isInBox: true, keepsOld: true } },
  bbshear: {
    augmentation: { bbshear: { horizontal: 40, vertical: 30 } },
    treatment: { isInBox: true, keepsOld: true, isUneven: true },
  },
}

describe.each(Object.entries(MOVING))('%s', (_, { augmentation, treatment = {} }) => {
  test.each(KINDS)('moves $name with its pixels', async (kind) => {
    const settings = { preprocessing: {}, augmentation }

    for (const made of await renderAll({ source: await kind.source(), settings, wanted: VARIANTS })) {
      expect(await kind.faults(made, treatment), `drawn ${JSON.stringify(made.drawn)}`).toEqual([])
    }
  })
})

describe.each<[string, Preprocessing, Treatment?]>([
  ['static-crop', { 'static-crop': { x_min: 20, x_max: 64, y_min: 21, y_max: 73 } }],
  ['resize', { resize: { width: 333, height: 90, format: 'Stretch to' } }, { isUneven: true }],
  ['resize to cover', { resize: { width: 90, height: 90, format: 'Fill (with center crop) in' } }],
  ['resize within edges', { resize: { width: 90, height: 120, format: 'Fit (black edges) in' } }],
])('%s', (_, preprocessing, treatment = {}) => {
  test.each(KINDS)('moves $name with its pixels', async (kind) => {
    const settings = { preprocessing: { 'auto-orient': true, ...preprocessing }, augmentation: {} }

    const made = await renderOne({ source: await kind.source(), settings, variant: 0 })

    expect(await kind.faults(made, treatment)).toEqual([])
  })
})

const COLOURING: Readonly<Record<string, Recipe>> = {
  grayscale: { preprocessing: { grayscale: true }, augmentation: {} },
  'Contrast Stretching': { preprocessing: { contrast: { type: 'Contrast Stretching' } }, augmentation: {} },
  rgrayscale: { preprocessing: {}, augmentation: { rgrayscale: { percent: 100 } } },
  hue: { preprocessing: {}, augmentation: { hue: { degrees: 180 } } },
  saturation: { preprocessing: {}, augmentation: { saturation: { percent: 99 } } },
  brightness: { preprocessing: {}, augmentation: { brightness: { brighten: true, darken: true, percent: 25 } } },
  exposure: { preprocessing: {}, augmentation: { exposure: { percent: 25 } } },
  blur: { preprocessing: {}, augmentation: { blur: { pixels: 2 } } },
  cutout: { preprocessing: {}, augmentation: { cutout: { count: 4, percent: 15 } } },
}

/** The last kind is told by its colors, which these steps change. */
const OUTLINED = KINDS.slice(0, -1)

describe.each(Object.entries(COLOURING))('%s', (key, settings) => {
  test.each(OUTLINED)('leaves $name where its pixels are', async (kind) => {
    for (const made of await renderAll({ source: await kind.source(), settings, wanted: VARIANTS })) {
      const faults = await kind.faults(made, {})
      // An object that is cut out turns black, and is there all the same.
      const told = key === 'cutout' ? faults.filter((fault) => fault.endsWith('unlabelled')) : faults
      expect(told, `drawn ${JSON.stringify(made.drawn)}`).toEqual([])
      expect(made.shapes).toEqual(kind.shapes)
    }
  })
})

const fixed = { mode: 'fixed_size', tileWidth: 48, tileHeight: 26, overlap: 0.25 } as const

describe.each<[string, Tile]>([
  ['rows and columns', { rows: 3, columns: 3 }],
  ['more rows than the object has', { rows: 7, columns: 5 }],
  ['a fixed size in black', { ...fixed, padding: 'black' }],
  ['a fixed size in reflections', { ...fixed, padding: 'reflect' }],
  ['a fixed size that leaves slivers', { ...fixed, tileWidth: 97, tileHeight: 57, overlap: 0, padding: 'reflect' }],
  ['a size larger than the image', { ...fixed, tileWidth: 230, tileHeight: 170, padding: 'reflect' }],
  ['a fixed size moved back', { ...fixed, padding: 'none' }],
  [
    'a shape that spans the width',
    { mode: 'fixed_aspect', aspectRatio: 3.1, span: 'width', overlap: 20, padding: 'black' },
  ],
  [
    'a shape that spans the height',
    { mode: 'fixed_aspect', aspectRatio: 0.7, span: 'height', overlap: 0, padding: 'none' },
  ],
])('tiles of %s', (_, tile) => {
  // A dot is found once in an image, so that points are compared where nothing is shown twice.
  const compared = 'padding' in tile && tile.padding === 'reflect' ? KINDS.slice(0, -1) : KINDS

  test.each(compared)('show $name where they label it', async (kind) => {
    const made = await everyPart(await kind.source(), { 'auto-orient': true, tile })

    for (const image of made) expect(await kind.faults(image, {}), `part ${image.part}`).toEqual([])
    expect(made.filter(({ shapes }) => shapes.length > 0).length).toBeGreaterThan(0)
  })
})

test('tiles with white edges show dark objects where they label them', async () => {
  const shapes = [boxShape(60, 30, 100, 60)]
  const path = await write({ ...FRAME, shapes, ink: 0, orientation: 1 })
  const tile = { ...fixed, padding: 'white' as const }
  const source = { imageId, path, ...FRAME, shapes }

  const made = await everyPart(source, { 'auto-orient': true, tile })

  for (const image of made) expect(await disagreements(image, 0), `part ${image.part}`).toEqual([])
  expect(made.at(-1)).toMatchObject({ width: 48, height: 26, shapes: [{ id: 'shapeBOX1' }] })
})

async function everyPart(source: RenderSource, preprocessing: Preprocessing) {
  const settings = { preprocessing, augmentation: {} }
  const parts = await versionRenderer.parts(source, { settings, seed, skeletons: new Map() })
  return renderAll({ source, settings, wanted: parts.map(({ part }) => ({ part, variant: 0, others: [] })) })
}

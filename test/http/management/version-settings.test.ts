import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newProject, newVersion, upload, uploadLabelled } from '../../kit/dataset.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation
let project: string

beforeAll(async () => {
  station = await testStation()
  project = await newProject(station)
  await uploadLabelled(station, project)
})

afterAll(async () => station.close())

const ACCEPTED: readonly (readonly ['preprocessing' | 'augmentation', string, unknown, object])[] = [
  ['preprocessing', 'auto-orient', true, {}],
  ['preprocessing', 'static-crop', { x_min: 10, x_max: '90', y_min: 0, y_max: 100 }, { x_max: 90 }],
  ['preprocessing', 'isolate', true, {}],
  ['preprocessing', 'tile', { rows: 2, columns: '2' }, { rows: 2, columns: 2 }],
  ['preprocessing', 'tile', { mode: 'fixed_size', tileWidth: 32, tileHeight: 32 }, { overlap: 0, padding: 'black' }],
  ['preprocessing', 'tile', { mode: 'fixed_aspect', aspectRatio: 1, span: 'height', overlap: 20 }, { overlap: 20 }],
  ['preprocessing', 'filter-tags', { night: false, day: 'allow', dusk: 'exclude' }, { night: false, dusk: false }],
  ['preprocessing', 'remap', { crate: ' box ', other: null }, { crate: 'box', other: '' }],
  ['preprocessing', 'filter-null', { percent: 50 }, { percent: 50 }],
  ['preprocessing', 'contrast', { type: 'Contrast Stretching' }, { type: 'Contrast Stretching' }],
  ['preprocessing', 'contrast', { type: 'Histogram Equalization' }, {}],
  ['preprocessing', 'contrast', { type: 'Adaptive Equalization' }, {}],
  ['preprocessing', 'grayscale', true, {}],
  ['preprocessing', 'resize', { width: '32', height: 24, format: 'Fit within' }, { width: 32, height: 24 }],
  ['preprocessing', 'image-format', { format: 'png' }, { format: 'png' }],
  ['preprocessing', 'image-format', { format: 'original' }, {}],
  ['augmentation', 'mosaic', true, {}],
  ['augmentation', 'flip', { horizontal: true }, { horizontal: true, vertical: false }],
  [
    'augmentation',
    'ninety',
    { clockwise: true },
    { clockwise: true, 'counter-clockwise': false, 'upside-down': false },
  ],
  ['augmentation', 'crop', { min: 0, max: 99 }, { min: 0, max: 99 }],
  ['augmentation', 'crop', { percent: 20 }, { min: 0, max: 20 }],
  ['augmentation', 'crop', { percent: '20', min: 5 }, { min: 5, max: 20 }],
  ['augmentation', 'rotate', { degrees: 45 }, { degrees: 45 }],
  ['augmentation', 'shear', { horizontal: 45 }, { horizontal: 45, vertical: 0 }],
  ['augmentation', 'rgrayscale', { percent: 100 }, { percent: 100 }],
  ['augmentation', 'hue', { degrees: 180 }, { degrees: 180 }],
  ['augmentation', 'saturation', { percent: 99 }, { percent: 99 }],
  ['augmentation', 'brightness', { percent: 99 }, { brighten: true, darken: true, percent: 99 }],
  ['augmentation', 'exposure', { percent: 99 }, { percent: 99 }],
  ['augmentation', 'blur', { pixels: 25 }, { pixels: 25 }],
  ['augmentation', 'noise', { percent: 100 }, { percent: 100 }],
  ['augmentation', 'cutout', { count: 100, percent: 99 }, { count: 100, percent: 99 }],
  ['augmentation', 'bbflip', { vertical: true }, { horizontal: false, vertical: true }],
  ['augmentation', 'bbninety', { 'upside-down': true }, { 'upside-down': true }],
  ['augmentation', 'bbcrop', { min: 10, max: 20 }, { min: 10, max: 20 }],
  ['augmentation', 'bbrotate', { degrees: 5 }, { degrees: 5 }],
  ['augmentation', 'bbshear', { vertical: 5 }, { horizontal: 0, vertical: 5 }],
  ['augmentation', 'bbbrightness', { percent: 5 }, { percent: 5 }],
  ['augmentation', 'bbexposure', { percent: 5 }, { percent: 5 }],
  ['augmentation', 'bbblur', { pixels: 5 }, { pixels: 5 }],
  ['augmentation', 'bbnoise', { percent: 5 }, { percent: 5 }],
]

test.each(ACCEPTED)(
  '%s.%s is accepted as %j, and again in the form it is kept in',
  async (section, key, step, kept) => {
    const version = await newVersion(station, project, { [section]: { [key]: step } })
    const told = await stepOf(version, section, key)
    const again = await newVersion(station, project, { [section]: { [key]: told } })

    expect(told).toMatchObject({ enabled: true, ...kept })
    expect(await stepOf(again, section, key)).toEqual(told)
  },
)

test.each([false, { enabled: false }, { enabled: false, degrees: 900 }])(
  'a step that is off, as %j, is not kept',
  async (off) => {
    const version = await newVersion(station, project, { augmentation: { rotate: off } })

    expect(await stepOf(version, 'augmentation', 'rotate')).toBeUndefined()
  },
)

const fixed = { mode: 'fixed_size', tileWidth: 64, tileHeight: 64 }
const crop = { x_min: 0, x_max: 100, y_min: 0, y_max: 100 }

test.each<[object, string]>([
  [{ 'static-crop': { ...crop, x_min: 100 } }, 'preprocessing.static-crop needs an x_min below its x_max'],
  [{ 'static-crop': { ...crop, y_max: 0 } }, 'preprocessing.static-crop needs a y_min below its y_max'],
  [{ 'static-crop': { ...crop, x_max: 101 } }, 'preprocessing.static-crop.x_max must be at most 100'],
  [{ 'static-crop': { x_min: 1, x_max: 2, y_min: 1 } }, 'preprocessing.static-crop.y_max is missing'],
  [{ tile: { rows: 21, columns: 2 } }, 'preprocessing.tile.rows must be at most 20'],
  [{ tile: { rows: 2 } }, 'preprocessing.tile is not understood: columns is missing'],
  [{ tile: { ...fixed, tileWidth: 15 } }, 'preprocessing.tile.tileWidth must be at least 16'],
  [{ tile: { ...fixed, overlap: 91 } }, 'preprocessing.tile.overlap must be at most 90'],
  [{ tile: { ...fixed, padding: 'pink' } }, 'preprocessing.tile is not understood: padding must be one of'],
  [{ tile: { mode: 'fixed_aspect', span: 'width', aspectRatio: 21 } }, 'aspectRatio must be at most 20'],
  [{ tile: { mode: 'hexagons' } }, 'preprocessing.tile must be "fixed_size" or "fixed_aspect"'],
  [{ tile: true }, 'preprocessing.tile is not understood: rows is missing'],
  [{ isolate: true, tile: { rows: 2, columns: 2 } }, 'preprocessing.isolate and preprocessing.tile exclude each other'],
  [{ isolate: 'yes' }, 'preprocessing.isolate must be true or false'],
  [{ 'filter-tags': { night: 'sometimes' } }, 'preprocessing.filter-tags.night must be true, false, "require"'],
  [{ 'filter-tags': { nowhere: true } }, 'No images are left'],
  [{ remap: { crate: 3 } }, 'preprocessing.remap.crate'],
  [{ remap: { crate: 'x'.repeat(201) } }, 'preprocessing.remap.crate must have at most 200 characters'],
  [{ remap: ['crate'] }, 'preprocessing.remap must be an object'],
  [{ 'filter-null': { percent: 101 } }, 'preprocessing.filter-null.percent must be at most 100'],
  [{ contrast: { type: 'contrast stretching' } }, 'preprocessing.contrast.type must be one of "Contrast Stretching"'],
  [{ contrast: true }, 'preprocessing.contrast.type is missing'],
  [{ grayscale: 1 }, 'preprocessing.grayscale must be true or false'],
])('preprocessing %j is refused by the name of what is wrong', async (preprocessing, sentence) => {
  expect(await asked(project, { preprocessing })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining(sentence) },
  })
})

test.each<[object, string]>([
  [{ mosaic: {} }, 'augmentation.mosaic must be true or false'],
  [{ flip: { horizontal: 'yes' } }, 'augmentation.flip.horizontal must be true or false'],
  [{ ninety: { left: true } }, 'augmentation.ninety.left is not a known setting'],
  [{ crop: { min: 30, max: 20 } }, 'augmentation.crop needs a min that is not above its max'],
  [{ crop: { min: 0, max: 100 } }, 'augmentation.crop.max must be at most 99'],
  [{ crop: { percent: 100 } }, 'augmentation.crop.max must be at most 99'],
  [{ shear: { vertical: 46 } }, 'augmentation.shear.vertical must be at most 45'],
  [{ rgrayscale: { percent: 101 } }, 'augmentation.rgrayscale.percent must be at most 100'],
  [{ hue: { degrees: 181 } }, 'augmentation.hue.degrees must be at most 180'],
  [{ saturation: { percent: 101 } }, 'augmentation.saturation.percent must be at most 99'],
  [{ brightness: { percent: 10, brighten: false, darken: false } }, 'augmentation.brightness needs brighten, darken'],
  [{ exposure: { percent: -1 } }, 'augmentation.exposure.percent must be at least 0'],
  [{ blur: { pixels: 26 } }, 'augmentation.blur.pixels must be at most 25'],
  [{ noise: { percent: 101 } }, 'augmentation.noise.percent must be at most 100'],
  [{ cutout: { count: 0, percent: 10 } }, 'augmentation.cutout.count must be at least 1'],
  [{ cutout: { count: 1.5, percent: 10 } }, 'augmentation.cutout.count must be a whole number'],
  [{ cutout: { count: 1, percent: 100 } }, 'augmentation.cutout.percent must be at most 99'],
  [{ bbrotate: { degrees: 46 } }, 'augmentation.bbrotate.degrees must be at most 45'],
  [{ bbhue: { degrees: 4 } }, 'augmentation.bbhue is not a known setting'],
])('augmentation %j is refused by the name of what is wrong', async (augmentation, sentence) => {
  expect(await asked(project, { augmentation })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining(sentence) },
  })
})

describe('what does not go together', () => {
  const bbflip = { horizontal: true }

  test.each<[string, object, string]>([
    ['single-label-classification', { augmentation: { mosaic: true } }, 'augmentation.mosaic needs annotations'],
    ['multi-label-classification', { augmentation: { bbflip } }, 'augmentation.bbflip works inside the boxes'],
    ['semantic-segmentation', { augmentation: { bbnoise: { percent: 5 } } }, 'augmentation.bbnoise works inside'],
    ['keypoint-detection', { preprocessing: { isolate: true } }, 'preprocessing.isolate needs boxes'],
    ['single-label-classification', { preprocessing: { isolate: true } }, 'preprocessing.isolate needs boxes'],
    ['text-image-pairs', { augmentation: { mosaic: true } }, 'augmentation.mosaic needs annotations'],
    [
      'object-detection',
      { preprocessing: { isolate: true }, augmentation: { mosaic: true } },
      'augmentation.mosaic and',
    ],
    [
      'object-detection',
      { preprocessing: { isolate: true }, augmentation: { bbflip } },
      'augmentation.bbflip and preprocessing.isolate',
    ],
  ])('in a project of the type %s: %j', async (type, settings, sentence) => {
    const other = await newProject(station, type)
    await upload(station, other)

    expect(await asked(other, settings)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(sentence) },
    })
  })

  test('augmentation and an empty training split', async () => {
    const other = await newProject(station)
    await uploadLabelled(station, other, { split: 'valid' })

    const refused = await asked(other, { augmentation: { noise: { percent: 5 } } })

    const sentence = expect.stringContaining('no labelled image is in train')
    expect(refused).toMatchObject({ status: 400, body: { error: sentence } })
    expect(await asked(other, { augmentation: { image: { versions: 3 } } })).toMatchObject({ status: 200 })
  })

  test('merging two skeletons whose points have other names', async () => {
    const other = await newProject(station, 'keypoint-detection')
    const id = await upload(station, other)
    await skeletons(other, id, [
      ['gull', ['beak', 'tail']],
      ['tern', ['beak', 'foot']],
      ['auk', ['beak', 'tail']],
    ])

    const refused = await asked(other, { preprocessing: { remap: { tern: 'gull' } } })

    expect(refused).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('preprocessing.remap merges "tern"') },
    })
    expect(await asked(other, { preprocessing: { remap: { auk: 'gull' } } })).toMatchObject({ status: 200 })
    expect(await asked(other, { preprocessing: { remap: { tern: '' } } })).toMatchObject({ status: 200 })
  })
})

async function skeletons(slug: string, image: string, classes: readonly (readonly [string, readonly string[]])[]) {
  const categories = classes.map(([name, keypoints], index) => ({ id: index + 1, name, keypoints, skeleton: [] }))
  const annotations = categories.map(({ id }) => ({
    id,
    image_id: 7,
    category_id: id,
    bbox: [10, 2, 30, 6],
    keypoints: [12, 4, 2, 20, 6, 2],
    num_keypoints: 2,
  }))
  const images = [{ id: 7, file_name: 'image.png', width: 64, height: 48 }]
  const json = { annotationFile: JSON.stringify({ images, categories, annotations }), labelmap: null }
  const answer = await station.management.post(`/dataset/${slug}/annotate/${image}?name=a.json`, { json })
  expect(answer).toMatchObject({ status: 200 })
}

function asked(slug: string, json: object) {
  return station.management.post(`/acme/${slug}/generate`, { json })
}

async function stepOf(version: number, section: string, key: string): Promise<unknown> {
  const { body } = await station.management.get(`/acme/${project}/${version}`)
  return ['version', section, key].reduce<unknown>((value, name) => Reflect.get(Object(value), name), body)
}

import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { greyPng, palettePng, rgbPng } from '#formats/kit/png'
import { type Contents, objectsByName, reviewOf } from '#test/kit/label-files'

const FRAME = { width: 40, height: 20 }
const SQUARE = [[0, 0, 20, 0, 20, 10, 0, 10]]
const TYPES = ['semantic-segmentation', 'object-detection', 'single-label-classification'] as const
const PIXELS = FRAME.width * FRAME.height

/** A value in the left upper quarter, another one around it. */
function quarter(inside: number, around = 0): Uint8Array {
  return Uint8Array.from({ length: PIXELS }, (_, at) => (at % 40 < 20 && at < PIXELS / 2 ? inside : around))
}

/** Something like a photograph, a different one for each seed. */
function noise(length: number, seed: number): Uint8Array {
  let state = seed
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 24
  })
}

const photograph = (seed: number) => rgbPng(noise(PIXELS * 3, seed), FRAME)
const greyPhotograph = (seed: number) => greyPng(noise(PIXELS, seed), FRAME)
const numbers = (value = 1) => greyPng(quarter(value), FRAME)
const jpeg = (bytes: Uint8Array) => sharp(bytes).jpeg().toBuffer()

function colours(inside: number): Promise<Uint8Array> {
  const bytes = [...quarter(1)].flatMap((value) =>
    value === 0 ? [0, 0, 0] : [inside >> 16, (inside >> 8) & 255, inside & 255],
  )
  return rgbPng(Uint8Array.from(bytes), FRAME)
}

describe('masks of public datasets without a table are not images, and are named', () => {
  test.each([
    ['FiftyOne', 'data/a.png', 'labels/a.png'],
    ['Pascal Context beside other folders', 'JPEGImages/a.png', 'SegmentationLabels/a_labelIds.png'],
    ['DeepGlobe', 'train/1_sat.png', 'train/1_mask.png'],
    ['LoveDA', 'Train/Urban/images_png/1366.png', 'Train/Urban/masks_png/1366.png'],
    ['mmsegmentation', 'img_dir/train/a.png', 'ann_dir/train/a.png'],
    ['LIP', 'TrainVal_images/train_images/a.png', 'TrainVal_parsing_annotations/train_segmentations/a.png'],
    ['gt', 'images/a.png', 'gt/a.png'],
  ])('%s: %s and %s', async (_, image, mask) => {
    for (const type of TYPES) {
      const found = await reviewOf({ [image]: await photograph(1), [mask]: await numbers() }, type)

      expect([found.id, found.paths, found.images]).toEqual(['masks-without-classes', [image], []])
      expect(found.problems).toEqual([
        `${mask}: Masks in this folder are not used: their class table, label_colors.txt or class_dict.csv, is missing.`,
      ])
    }
  })

  test.each(TYPES)('%s: Kvasir, whose masks are JPEG files', async (type) => {
    const contents = {
      'Kvasir-SEG/images/a.jpg': await jpeg(await photograph(1)),
      'Kvasir-SEG/masks/a.jpg': await jpeg(await greyPng(quarter(255), FRAME)),
    }

    const { paths, problems } = await reviewOf(contents, type)

    expect(paths).toEqual(['Kvasir-SEG/images/a.jpg'])
    expect(problems).toEqual([
      'Kvasir-SEG/masks/a.jpg: Masks in this folder are not used: only PNG files are read as masks.',
    ])
  })

  test('the brushes of Label Studio', async () => {
    const mask = 'task-1-annotation-1-by-1-tag-Car-0.png'

    const { paths, problems } = await reviewOf({ 'a.png': await photograph(1), [mask]: await numbers(255) })

    expect(paths).toEqual(['a.png'])
    expect(problems).toEqual([
      `${mask}: Masks in this folder are not used: their names do not show which images they belong to. Export them from Label Studio as JSON.`,
    ])
  })
})

describe('masks of public datasets are read', () => {
  const classes = async (contents: Contents) => {
    const found = await reviewOf(contents, 'semantic-segmentation')
    return [found.id, found.paths, objectsByName(found, { frame: FRAME }), found.problems]
  }
  const polygon = (className: string) => [{ className, kind: 'polygon', rings: SQUARE }]

  test('DeepGlobe with the colours of class_dict.csv, of which the unknown is nobody', async () => {
    const contents = {
      'train/1_sat.png': await photograph(1),
      'train/1_mask.png': await colours(0x00ffff),
      'class_dict.csv': 'name,r,g,b\nurban_land,0,255,255\nunknown,0,0,0\n',
    }

    expect(await classes(contents)).toEqual([
      'masks-with-classes',
      ['train/1_sat.png'],
      { 'train/1_sat': polygon('urban_land') },
      [],
    ])
  })

  test('numbers of a list that begins with the background', async () => {
    const contents = {
      'img_dir/train/a.png': await photograph(1),
      'ann_dir/train/a.png': await palettePng(quarter(2), Uint8Array.of(0, 0, 0, 9, 9, 9, 7, 7, 7), FRAME),
      'class_names.txt': '_background_\ncat\ndog\n',
    }

    expect(await classes(contents)).toEqual([
      'masks-with-classes',
      ['img_dir/train/a.png'],
      { 'img_dir/train/a': polygon('dog') },
      [],
    ])
  })

  test('black and white masks tell of objects without a name', async () => {
    const contents = {
      'Training_Input/ISIC_0000000.png': await photograph(1),
      'Training_GroundTruth/ISIC_0000000_segmentation.png': await numbers(255),
    }

    expect(await classes(contents)).toEqual([
      'masks-with-classes',
      ['Training_Input/ISIC_0000000.png'],
      { 'Training_Input/ISIC_0000000': polygon('object') },
      [],
    ])
  })

  test('labelme_json_to_dataset: the list of each folder holds for its mask, and what shows it is no image', async () => {
    const contents = {
      'a_json/img.png': await photograph(1),
      'a_json/label.png': await numbers(),
      'a_json/label_names.txt': '_background_\ncat\n',
      'a_json/label_viz.png': await photograph(2),
    }

    expect(await classes(contents)).toEqual([
      'masks-with-classes',
      ['a_json/img.png'],
      { 'a_json/img': polygon('cat') },
      [],
    ])
  })

  test('boxes and outlines of another format come before black and white masks', async () => {
    const coco = {
      images: [{ id: 1, file_name: 'a.png', width: 40, height: 20 }],
      annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [1, 2, 3, 4] }],
      categories: [{ id: 1, name: 'polyp' }],
    }
    const contents = {
      'images/a.png': await photograph(1),
      'masks/a.png': await numbers(255),
      'labels.json': JSON.stringify(coco),
    }

    const [id, paths] = await classes(contents)

    expect([id, paths]).toEqual(['coco', ['images/a.png']])
  })
})

describe('photographs are images', () => {
  test.each<[string, () => Promise<Contents>]>([
    ['of two sides', async () => ({ 'left/1.png': await photograph(1), 'right/1.png': await photograph(2) })],
    ['in grey', async () => ({ 'grey/1.png': await greyPhotograph(1), 'colour/1.png': await photograph(2) })],
    ['in a folder called gt', async () => ({ 'input/1.png': await photograph(1), 'gt/1.png': await photograph(2) })],
    [
      'in grey in a folder called gt',
      async () => ({ 'input/1.png': await photograph(1), 'gt/1.png': await greyPhotograph(2) }),
    ],
    [
      'in a folder called masks',
      async () => ({ 'images/1.png': await photograph(1), 'masks/1.png': await photograph(2) }),
    ],
    ['of a class', async () => ({ 'with_mask/1.png': await photograph(1), 'without_mask/1.png': await photograph(2) })],
    [
      'of a class, as JPEG',
      async () => ({
        'with_mask/1.jpg': await jpeg(await photograph(1)),
        'plain/1.jpg': await jpeg(await photograph(2)),
      }),
    ],
    [
      'of labels',
      async () => ({
        'images/1.jpg': await jpeg(await photograph(1)),
        'labels/1.jpg': await jpeg(await photograph(2)),
      }),
    ],
    [
      'of another size',
      async () => ({
        'images/1.png': await photograph(1),
        'masks/1.png': await greyPng(quarter(1).subarray(0, 400), { width: 20, height: 20 }),
      }),
    ],
    [
      'without an image of the same name',
      async () => ({ 'images/1.png': await photograph(1), 'masks/2.png': await numbers() }),
    ],
    ['in folders of numbers', async () => ({ 'cat/1.png': await numbers(1), 'dog/1.png': await numbers(2) })],
  ])('%s', async (_, contents) => {
    const files = await contents()

    for (const type of TYPES) expect((await reviewOf(files, type)).paths).toEqual(Object.keys(files).toSorted())
  })
})

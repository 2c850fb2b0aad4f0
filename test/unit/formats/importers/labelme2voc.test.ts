import { describe, expect, test } from 'vitest'
import { greyPng, palettePng } from '#formats/kit/png'
import { vocPalette } from '#formats/kit/png/voc-colours'
import { type Contents, objectsByName, reviewOf } from '#test/kit/label-files'

const FRAME = { width: 4, height: 2 }
const SQUARE = [[0, 0, 2, 0, 2, 2, 0, 2]]
const CAT = { className: 'cat', kind: 'polygon', rings: SQUARE }
const PALETTE = vocPalette(255)

/** A palette PNG as labelme writes it, with VOC's colors. */
function mask(...values: readonly number[]): Promise<Uint8Array> {
  return palettePng(Uint8Array.from(values), PALETTE, FRAME)
}

const cat = await mask(1, 1, 0, 255, 1, 1, 0, 0)

const second = await greyPng(Uint8Array.of(2, 2, 0, 0, 2, 2, 0, 0), FRAME)

/** As labelme2voc.py of 2024 writes it. */
const NEW: Contents = {
  'data/JPEGImages/a.jpg': '',
  'data/SegmentationClass/a.png': cat,
  'data/SegmentationClassNpy/a.npy': '',
  'data/SegmentationClassVisualization/a.jpg': '',
  'data/SegmentationObject/a.png': cat,
  'data/SegmentationObjectVisualization/a.jpg': '',
  'data/class_names.txt': '_background_\ncat\ndog',
}

/** As it wrote it until 2023. */
const OLD: Contents = {
  'data/JPEGImages/a.jpg': '',
  'data/SegmentationClass/a.npy': '',
  'data/SegmentationClassPNG/a.png': cat,
  'data/SegmentationClassVisualization/a.jpg': '',
  'data/SegmentationObject/a.npy': '',
  'data/SegmentationObjectPNG/a.png': cat,
  'data/SegmentationObjectVisualization/a.jpg': '',
  'data/class_names.txt': '_background_\ncat\ndog',
}

describe.each([
  ['today', NEW],
  ['until 2023', OLD],
])('the output of labelme2voc.py, as it is written %s', (_, contents) => {
  test.each(['semantic-segmentation', 'instance-segmentation'] as const)('%s: has its own classes', async (type) => {
    const found = await reviewOf(contents, type)

    expect([found.id, found.paths, found.listed]).toEqual([
      'voc-segmentation',
      ['data/JPEGImages/a.jpg'],
      ['cat', 'dog'],
    ])
    expect(objectsByName(found, { frame: FRAME })).toEqual({ 'data/JPEGImages/a': [CAT] })
  })

  test('has one image in a project of boxes, too', async () => {
    expect((await reviewOf(contents)).paths).toEqual(['data/JPEGImages/a.jpg'])
  })
})

describe('the classes of masks in the folders of Pascal VOC', () => {
  const TREE: Contents = { 'JPEGImages/a.jpg': '', 'SegmentationClass/a.png': cat }

  test.each<[string, string]>([
    ['labels.txt', '__ignore__\n_background_\ncat\n'],
    ['classes.txt', 'background\ncat\n'],
    ['labels.txt', '1: cat\n2: dog\n'],
    ['class_dict.csv', 'name,r,g,b\nbackground,0,0,0\ncat,128,0,0\n'],
    ['label_colors.txt', '0 0 0\tbackground\n128 0 0\tcat\n'],
  ])('%s that lies beside them has their names: %j', async (path, text) => {
    const found = await reviewOf({ ...TREE, [path]: text }, 'semantic-segmentation')

    expect(objectsByName(found, { frame: FRAME })).toEqual({ 'JPEGImages/a': [CAT] })
  })

  test('a list of names counts by numbers, whatever the colours are', async () => {
    const odd = await palettePng(Uint8Array.of(1, 1, 0, 0, 1, 1, 0, 0), Uint8Array.of(9, 9, 9, 7, 7, 7), FRAME)

    const found = await reviewOf(
      { ...TREE, 'SegmentationClass/a.png': odd, 'class_names.txt': '_background_\ncat\n' },
      'semantic-segmentation',
    )

    expect(objectsByName(found, { frame: FRAME })).toEqual({ 'JPEGImages/a': [CAT] })
  })

  test('a list that does not begin with the background leaves the masks unused, by name', async () => {
    const { images, paths, problems } = await reviewOf(
      { ...TREE, 'classes.txt': 'cat\ndog\n' },
      'semantic-segmentation',
    )

    expect([images, paths]).toEqual([[], ['JPEGImages/a.jpg']])
    expect(problems).toEqual([
      'SegmentationClass/a.png: Masks in this folder are not used: classes.txt does not begin with the background, so the numbers of its classes are unclear.',
    ])
  })

  test('the list of the benchmark itself changes nothing', async () => {
    const names = ['aeroplane', 'bicycle', 'bird', 'boat', 'bottle', 'bus', 'car', 'cat', 'chair', 'cow']
    const more = ['diningtable', 'dog', 'horse', 'motorbike', 'person', 'pottedplant', 'sheep', 'sofa', 'train']
    const list = [...names, ...more, 'tvmonitor'].join('\n')

    const found = await reviewOf({ ...TREE, 'classes.txt': list }, 'semantic-segmentation')

    expect(objectsByName(found, { frame: FRAME })).toMatchObject({ 'JPEGImages/a': [{ className: 'aeroplane' }] })
    expect(found.problems).toEqual([])
  })
})

describe('Pascal Context', () => {
  const TREE: Contents = {
    'VOC2010/JPEGImages/a.jpg': '',
    'VOC2010/SegmentationClassContext/a.png': second,
    'VOC2010/ImageSets/SegmentationContext/val.txt': 'a\n',
  }

  test('its masks have the numbers of labels.txt', async () => {
    const found = await reviewOf({ ...TREE, 'labels.txt': '1: accessory\n2: cat\n' }, 'semantic-segmentation')

    expect([found.id, found.paths, found.splits]).toEqual([
      'voc-segmentation',
      ['VOC2010/JPEGImages/a.jpg'],
      { 'VOC2010/JPEGImages/a': 'valid' },
    ])
    expect(objectsByName(found, { frame: FRAME })).toEqual({ 'VOC2010/JPEGImages/a': [CAT] })
  })

  test.each(['semantic-segmentation', 'object-detection', 'single-label-classification'] as const)(
    '%s: without its table its masks are no images, and the table is named',
    async (type) => {
      const { paths, images, problems } = await reviewOf(TREE, type)

      expect([paths, images]).toEqual([['VOC2010/JPEGImages/a.jpg'], []])
      expect(problems).toContain(
        'VOC2010/SegmentationClassContext/a.png: Masks in this folder are not used: their class table, labels.txt, is missing.',
      )
    },
  )

  test('beside the masks of the benchmark it is not read, and its numbers are not theirs', async () => {
    const found = await reviewOf(
      { ...TREE, 'VOC2010/SegmentationClass/a.png': cat, 'labels.txt': '1: accessory\n2: dog\n' },
      'semantic-segmentation',
    )

    expect(found.paths).toEqual(['VOC2010/JPEGImages/a.jpg'])
    expect(objectsByName(found, { frame: FRAME })).toMatchObject({
      'VOC2010/JPEGImages/a': [{ className: 'aeroplane' }],
    })
    expect(found.problems).toEqual([
      'VOC2010/SegmentationClassContext/a.png: Masks in this folder are not used: those of VOC2010/SegmentationClass are read.',
    ])
  })
})

import { describe, expect, test } from 'vitest'
import { greyPng } from '#formats/kit/png'
import { objectsByName, reviewOf } from '#test/kit/label-files'

const FRAME = { width: 4, height: 2 }
const SQUARE = [[0, 0, 2, 0, 2, 2, 0, 2]]
const TYPES = ['semantic-segmentation', 'object-detection', 'single-label-classification'] as const

/** A mask with a number for each of the eight pixels. */
function numbers(...values: readonly number[]): Promise<Uint8Array> {
  return greyPng(values.some((value) => value > 255) ? Uint16Array.from(values) : Uint8Array.from(values), FRAME)
}

describe('Oxford-IIIT Pets', () => {
  const IMAGE = 'images/american_bulldog_12'
  const pets = async () => ({
    [`${IMAGE}.jpg`]: '',
    'annotations/trimaps/american_bulldog_12.png': await numbers(1, 1, 3, 2, 1, 1, 3, 2),
    'annotations/list.txt': '#Image CLASS-ID SPECIES BREED ID\namerican_bulldog_12 1 2 1\n',
  })
  const XML = `<annotation><filename>american_bulldog_12.jpg</filename><object><name>dog</name>
    <bndbox><xmin>1</xmin><ymin>1</ymin><xmax>3</xmax><ymax>2</ymax></bndbox></object></annotation>`

  test('the animal is an object that is called as its breed', async () => {
    const xml = { 'annotations/xmls/american_bulldog_12.xml': XML }

    const found = await reviewOf({ ...(await pets()), ...xml }, 'semantic-segmentation')

    expect([found.id, found.paths, found.problems]).toEqual(['oxford-pets', [`${IMAGE}.jpg`], []])
    expect(objectsByName(found, { frame: FRAME })).toEqual({
      [IMAGE]: [{ className: 'american_bulldog', kind: 'polygon', rings: SQUARE }],
    })
  })

  test('where boxes are wanted those beside the masks are read, and the masks are named', async () => {
    const { id, paths, problems } = await reviewOf({
      ...(await pets()),
      'annotations/xmls/american_bulldog_12.xml': XML,
    })

    expect([id, paths]).toEqual(['voc', [`${IMAGE}.jpg`]])
    expect(problems).toContain(
      'annotations/trimaps/american_bulldog_12.png: Masks in this folder are not used: the dataset is read as Pascal VOC.',
    )
  })
})

describe('MVTec AD', () => {
  const mvtec = async () => ({
    'bottle/train/good/000.png': '',
    'bottle/test/good/000.png': '',
    'bottle/test/crack/000.png': '',
    'cable/images/000.png': '',
    'bottle/license.txt': 'CC',
    'bottle/readme.txt': '',
    'bottle/ground_truth/crack/000_mask.png': await numbers(255, 255, 0, 0, 200, 255, 0, 0),
  })
  const IMAGES = ['bottle/test/crack/000.png', 'bottle/test/good/000.png', 'bottle/train/good/000.png']

  test.each(['instance-segmentation', 'object-detection'] as const)('%s: a mask is a defect', async (type) => {
    const found = await reviewOf(await mvtec(), type)

    expect([found.id, found.problems]).toEqual(['mvtec-ad', []])
    expect(found.paths).toEqual([...IMAGES, 'cable/images/000.png'])
    expect(objectsByName(found, { frame: FRAME })).toEqual({
      'bottle/test/crack/000': [{ className: 'crack', kind: 'polygon', rings: SQUARE }],
      'bottle/test/good/000.png': [],
      'bottle/train/good/000.png': [],
    })
  })

  test('where images have classes their folders are read, and no mask is an image', async () => {
    const { id, paths, fates, problems } = await reviewOf(await mvtec(), 'single-label-classification')

    expect([id, paths]).toEqual(['folder', [...IMAGES, 'cable/images/000.png']])
    expect(fates).toEqual({ [IMAGES[0] ?? '']: ['crack'], [IMAGES[1] ?? '']: ['good'], [IMAGES[2] ?? '']: ['good'] })
    expect(problems).toEqual([
      'bottle/ground_truth/crack/000_mask.png: Masks in this folder are not used: the dataset is read as Folder Structure.',
    ])
  })
})

describe('Mapillary Vistas', () => {
  const CONFIG = JSON.stringify({
    labels: [
      { name: 'animal--bird', readable: 'Bird', instances: true },
      { name: 'construction--flat--road', readable: 'Road', instances: false },
      { name: 'void--unlabeled', readable: 'Unlabeled', instances: false },
    ],
  })
  const labels = () => numbers(0, 0, 1, 2, 0, 0, 1, 2)
  const instances = () => numbers(0, 1, 256, 512, 0, 1, 256, 512)
  const SIDES = { 'training/images/a.jpg': '', 'training/panoptic/a.png': '' }
  const [LEFT, RIGHT] = [[[0, 0, 1, 0, 1, 2, 0, 2]], [[1, 0, 2, 0, 2, 2, 1, 2]]]
  const ROAD = { className: 'Road', kind: 'polygon', rings: [[2, 0, 3, 0, 3, 2, 2, 2]] }

  test('the masks of objects are read before those of classes', async () => {
    const masks = { 'training/labels/a.png': await labels(), 'training/instances/a.png': await instances() }

    const found = await reviewOf({ ...SIDES, ...masks, 'config.json': CONFIG }, 'instance-segmentation')

    expect([found.id, found.paths, found.problems]).toEqual(['mapillary-vistas', ['training/images/a.jpg'], []])
    expect(found.listed).toEqual(['Bird', 'Road'])
    expect(objectsByName(found, { frame: FRAME })).toEqual({
      'training/images/a': [
        { className: 'Bird', kind: 'polygon', rings: LEFT },
        { className: 'Bird', kind: 'polygon', rings: RIGHT },
        ROAD,
      ],
    })
  })

  test('of two versions of the masks the newer one is read with its own table', async () => {
    const old = CONFIG.replace('Bird', 'Fish')
    const masks = { 'training/v1.2/labels/a.png': await labels(), 'training/v2.0/labels/a.png': await labels() }

    const found = await reviewOf(
      { ...SIDES, ...masks, 'config_v1.2.json': old, 'config_v2.0.json': CONFIG },
      'semantic-segmentation',
    )

    expect(found.paths).toEqual(['training/images/a.jpg'])
    expect(objectsByName(found, { frame: FRAME })).toEqual({
      'training/images/a': [{ className: 'Bird', kind: 'polygon', rings: SQUARE }, ROAD],
    })
  })

  test.each(TYPES)('%s: without a table of classes no mask is an image, and each folder is named', async (type) => {
    const { paths, problems } = await reviewOf({ ...SIDES, 'training/instances/a.png': await instances() }, type)

    expect(paths).toEqual(['training/images/a.jpg'])
    expect(problems).toEqual(
      ['instances', 'panoptic'].map(
        (folder) =>
          `training/${folder}/a.png: Masks in this folder are not used: their class table, config.json, is missing.`,
      ),
    )
  })
})

test.each(['images/trimaps/a.png', 'ground_truth/crack/000_mask.png', 'training/labels/a.png'])(
  '%s without an image beside is one itself',
  async (path) => {
    const { paths } = await reviewOf({ [path]: '', 'b.jpg': '' })

    expect(paths).toEqual(expect.arrayContaining([path]))
  },
)

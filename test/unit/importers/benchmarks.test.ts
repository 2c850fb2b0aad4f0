import { describe, expect, test } from 'vitest'
import type { ProjectType } from '#common/contract/projects'
import { splitOf } from '#core/datasets/reading'
import { picturesOf, recogniseFormats } from '#core/datasets/recognise'
import { IMPORTERS } from '#formats/importers/registry'
import { greyPng, rgbPng } from '#formats/kit/png'
import { type Contents, fatesOf, importWith, labelFiles, objectsByName, reviewOf } from '#test/kit/label-files'

const FRAME = { width: 4, height: 2 }

/** A PNG with a colour, 0xRRGGBB, for each of the eight pixels. */
function colourPng(...colours: readonly number[]): Promise<Uint8Array> {
  const bytes = colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255])
  return rgbPng(Uint8Array.from(bytes), FRAME)
}

/** The format that is most likely meant, and what it says. */
async function read(contents: Contents, type: ProjectType = 'object-detection') {
  const files = labelFiles(contents)
  const candidates = await recogniseFormats(IMPORTERS, files, type)
  const importer = candidates[0]?.importer
  if (!importer) throw new Error('No importer knows the files')
  const found = await importWith(importer, files, type)
  const images = picturesOf(files, candidates).map(({ path }) => path)
  return { id: importer.id, found, images, splits: found.pictures.map(({ split }) => split) }
}

test('WIDER FACE: faces, images without any, and faces too small to count', async () => {
  const text = `0--Parade/a.jpg
2
20 10 60 40 0 0 0 0 0 0
1 2 3 4 2 0 0 1 0 0
0--Parade/b.jpg
0
0 0 0 0 0 0 0 0 0 0
1--Meeting/c.jpg
1
5 5 0 0 0 0 0 0 0 0
`
  const { id, found, splits } = await read({ 'wider_face_split/wider_face_train_bbx_gt.txt': text })

  expect(id).toBe('wider-face')
  expect(objectsByName(found)['0--Parade/a.jpg']).toEqual([
    { className: 'face', kind: 'box', box: { x0: 20, y0: 10, x1: 80, y1: 50 } },
    { className: 'face', kind: 'box', box: { x0: 1, y0: 2, x1: 4, y1: 6 }, crowd: true },
  ])
  expect(await fatesOf(found)).toMatchObject({ '0--Parade/b.jpg': 'background', '1--Meeting/c.jpg': 'unlabelled' })
  expect(found.problems).toEqual([
    'wider_face_split/wider_face_train_bbx_gt.txt line 10: The line is left out: it is a face without a size.',
  ])
  expect(splits).toEqual(['train', 'train', 'train'])
})

test('the images of WIDER FACE whose faces are kept secret are its test images', async () => {
  const contents = {
    'wider_face_split/wider_face_train_bbx_gt.txt': '0--Parade/a.jpg\n1\n20 10 60 40 0 0 0 0 0 0\n',
    'wider_face_split/wider_face_test_filelist.txt': '0--Parade/b.jpg\n',
    'WIDER_train/images/0--Parade/a.jpg': '',
    'WIDER_test/images/0--Parade/b.jpg': '',
  }

  const { id, fates, problems, images } = await reviewOf(contents)

  expect({ id, fates, problems }).toEqual({ id: 'wider-face', fates: { '0--Parade/a.jpg': ['face'] }, problems: [] })
  expect(images.map((path) => [path, splitOf(path, undefined)])).toEqual([
    ['WIDER_test/images/0--Parade/b.jpg', 'test'],
    ['WIDER_train/images/0--Parade/a.jpg', 'train'],
  ])
})

test.each([
  ['of 2015', '\uFEFF20,10,80,10,80,50,20,50,Harbour\r\n0,0,9,0,9,9,0,9,###\r\n'],
  ['of 2013', '20 10 80 50 "Harbour"\n0, 0, 9, 9, "###"\n'],
])('ICDAR %s: words with what they say, and those that nobody can read', async (_, text) => {
  const { id, found } = await read({ 'gt/gt_img_1.txt': text, 'img_1.jpg': '' })

  expect(id).toBe('icdar')
  expect(objectsByName(found)).toEqual({
    img_1: [
      { className: 'text', kind: 'box', box: { x0: 20, y0: 10, x1: 80, y1: 50 }, said: { transcription: 'Harbour' } },
      { className: 'text', kind: 'box', box: { x0: 0, y0: 0, x1: 9, y1: 9 }, crowd: true },
    ],
  })
})

test('ICDAR 2015: images of the same name belong to the words of their own folder, which names the split', async () => {
  const line = (word: string) => `20,10,80,10,80,50,20,50,${word}\n`

  const { found, splits } = await read({
    'Challenge4_Test_Task1_GT/gt_img_1.txt': line('Quay'),
    'ch4_test_images/img_1.jpg': '',
    'ch4_training_images/img_1.jpg': '',
    'ch4_training_localization_transcription_gt/gt_img_1.txt': line('Harbour'),
  })

  expect(objectsByName(found)).toMatchObject({
    'ch4_test_images/img_1': [{ said: { transcription: 'Quay' } }],
    'ch4_training_images/img_1': [{ said: { transcription: 'Harbour' } }],
  })
  expect(splits).toEqual(['test', 'train'])
})

describe('Cityscapes', () => {
  const polygon = [
    [20, 10],
    [80, 10],
    [80, 50],
  ]
  const json = (...objects: readonly object[]) => JSON.stringify({ imgHeight: 100, imgWidth: 200, objects })
  const FOLDER = 'gtFine/val/ulm/ulm_000000_000019_gtFine'

  test('outlines go to the images beside gtFine, groups are crowds, and its masks are no images', async () => {
    const { id, found, images } = await read({
      [`${FOLDER}_polygons.json`]: json(
        { label: 'road', polygon },
        { label: 'persongroup', polygon },
        { label: 'ego vehicle', polygon },
        { label: 'car', polygon, deleted: 1 },
      ),
      [`${FOLDER}_labelIds.png`]: '',
      [`${FOLDER}_color.png`]: '',
      'leftImg8bit/val/ulm/ulm_000000_000019_leftImg8bit.png': '',
    })

    expect(id).toBe('cityscapes')
    expect(objectsByName(found)).toMatchObject({
      'leftImg8bit/val/ulm/ulm_000000_000019_leftImg8bit': [
        { className: 'road' },
        { className: 'person', crowd: true },
        { className: 'ego vehicle', crowd: true },
      ],
    })
    expect(images).toEqual(['leftImg8bit/val/ulm/ulm_000000_000019_leftImg8bit.png'])
  })

  test('an outline that cannot be read is named', async () => {
    const { found } = await read({ [`${FOLDER}_polygons.json`]: json({ label: 'road', polygon: [[1, 2]] }) })

    expect(Object.values(await fatesOf(found))).toEqual(['unlabelled'])
    expect(found.problems).toEqual([
      `${FOLDER}_polygons.json: Left out: object 1 is a polygon of one point; it needs at least three.`,
    ])
  })
})

test('ADE20K: outlines beside the image, without parts, and its masks are no images', async () => {
  const object = (name: string, level: number) => ({
    ...{ id: 1, name, parts: { hasparts: 0, part_level: level } },
    polygon: { x: [20, 80, 80], y: [10, 10, 50] },
  })
  const annotation = { filename: 'ADE_train_1.jpg', folder: 'x', object: [object('car, auto', 0), object('wheel', 1)] }

  const { id, found, images } = await read({
    'training/street/ADE_train_1.json': JSON.stringify({ annotation }),
    'training/street/ADE_train_1.jpg': '',
    'training/street/ADE_train_1_seg.png': '',
    'training/street/ADE_train_1_parts_1.png': '',
  })

  expect(id).toBe('ade20k')
  expect(await fatesOf(found)).toEqual({ 'training/street/ADE_train_1': ['car'] })
  expect(images).toEqual(['training/street/ADE_train_1.jpg'])
})

test('ADE20K scene parsing: grey masks whose values are rows of a table', async () => {
  const { id, found, images } = await read(
    {
      'objectInfo150.txt':
        'Idx\tRatio\tTrain\tVal\tStuff\tName\n1\t0.15\t11664\t1172\t1\twall\n2\t0.1\t9\t8\t1\tbuilding, edifice\n',
      'images/training/ADE_train_00000001.jpg': '',
      'annotations/training/ADE_train_00000001.png': await greyPng(Uint8Array.of(0, 1, 2, 2, 0, 1, 2, 2), FRAME),
    },
    'semantic-segmentation',
  )

  expect(id).toBe('ade20k-scenes')
  expect(objectsByName(found, { frame: FRAME })).toMatchObject({
    'images/training/ADE_train_00000001': [{ className: 'wall' }, { className: 'building' }],
  })
  expect(images).toEqual(['images/training/ADE_train_00000001.jpg'])
})

const [RED, BLUE, BLACK] = [0xff0000, 0x0000ff, 0]

test.each([
  ['label_colors.txt', '255 0 0\tCar\n0 0 255\tSky\n0 0 0\tVoid\n', 'trainannot'],
  ['class_dict.csv', 'name,r,g,b\nCar,255,0,0\nSky,0,0,255\nVoid,0,0,0\n', 'train_labels'],
])('CamVid: masks in the colours of %s', async (table, text, folder) => {
  const mask = await colourPng(RED, RED, BLUE, BLACK, RED, RED, BLUE, BLACK)

  const { id, found, images } = await read(
    { [table]: text, 'train/a.png': '', [`${folder}/a.png`]: mask },
    'semantic-segmentation',
  )

  expect(id).toBe('camvid')
  expect(found.listed).toEqual(['Car', 'Sky'])
  expect(objectsByName(found, { frame: FRAME })).toMatchObject({
    'train/a': [{ className: 'Car' }, { className: 'Sky' }],
  })
  expect(images).toEqual(['train/a.png'])
  expect(found.problems).toEqual([])
})

test('CamVid: a colour that the table does not name leaves its image unlabelled', async () => {
  const mask = await colourPng(7, 7, 7, 7, 7, 7, 7, 7)

  const { found } = await read({ 'label_colors.txt': '255 0 0 Car', 'train/a.png': '', 'trainannot/a.png': mask })

  expect(found.pictures.map(({ isPartial }) => isPartial)).toEqual([true])
  expect(found.problems).toEqual(['trainannot/a.png: Left out: 1 colours that are not in the table.'])
})

describe('COCO panoptic', () => {
  const JSON_TEXT = JSON.stringify({
    images: [{ id: 1, file_name: 'a.jpg' }],
    annotations: [
      {
        image_id: 1,
        file_name: 'a.png',
        segments_info: [
          { id: 258, category_id: 7, iscrowd: 0 },
          { id: 65_536, category_id: 8, iscrowd: 1 },
        ],
      },
    ],
    categories: [
      { id: 7, name: 'person', isthing: 1 },
      { id: 8, name: 'sky', isthing: 0 },
    ],
  })

  const CONTENTS = { 'annotations/panoptic_val2017.json': JSON_TEXT, 'val2017/a.jpg': '' }
  const MASK = 'annotations/panoptic_val2017/a.png'

  test('segments are read from the colours of the masks', async () => {
    // Red counts ones, green 256s, blue 65,536s.
    const [one, two] = [0x020100, 0x000001]
    const contents = { ...CONTENTS, [MASK]: await colourPng(one, one, two, 0, one, one, two, 0) }

    const { id, found, images, splits } = await read(contents, 'instance-segmentation')

    expect(id).toBe('coco-panoptic')
    expect(objectsByName(found, { frame: FRAME })).toEqual({
      'a.jpg': [
        { className: 'person', kind: 'polygon', rings: [[0, 0, 2, 0, 2, 2, 0, 2]] },
        { className: 'sky', kind: 'polygon', rings: [[2, 0, 3, 0, 3, 2, 2, 2]], crowd: true },
      ],
    })
    expect([images, splits]).toEqual([['val2017/a.jpg'], ['valid']])
  })

  const INSTANCES = JSON.stringify({
    images: [{ id: 1, file_name: 'a.jpg' }],
    annotations: [{ id: 1, image_id: 1, category_id: 7, bbox: [0, 0, 2, 2], segmentation: [[0, 0, 2, 0, 2, 2]] }],
    categories: [{ id: 7, name: 'person' }],
  })
  const OFFICIAL = { ...CONTENTS, 'annotations/instances_val2017.json': INSTANCES }

  test.each([
    ['object-detection', 'coco'],
    ['instance-segmentation', 'coco'],
    ['semantic-segmentation', 'coco-panoptic'],
  ] as const)('in the layout of COCO a project of the type %s uses %s', async (type, format) => {
    const masked = { ...OFFICIAL, [MASK]: await colourPng(0, 0, 0, 0, 0, 0, 0, 0) }

    const { id, images } = await read(masked, type)

    expect([id, images]).toEqual([format, ['val2017/a.jpg']])
  })

  test.each(['instance-segmentation', 'semantic-segmentation'] as const)(
    'without the masks the instances beside it are read for %s',
    async (type) => {
      const { id, found } = await read(OFFICIAL, type)

      expect([id, await fatesOf(found, type)]).toEqual(['coco', { 'a.jpg': ['person'] }])
    },
  )

  test('without its mask the image stays unlabelled', async () => {
    const { found } = await read(CONTENTS, 'instance-segmentation')

    expect(found.pictures).toEqual([])
    expect(found.problems).toEqual([
      'annotations/panoptic_val2017.json: Left out: the mask a.png is not in the data set.',
    ])
  })
})

test('MPII: the joints of all people of an image', async () => {
  const joints = Array.from({ length: 16 }, (_, index) => [10 + index, 20])
  const person = {
    image: 'a.jpg',
    joints,
    joints_vis: joints.map((_, index) => (index === 3 ? 0 : 1)),
    center: [60, 50],
    scale: 0.5,
  }

  const { id, found } = await read({ 'annot/train.json': JSON.stringify([person, person]) }, 'keypoint-detection')

  expect(id).toBe('mpii')
  const [first] = objectsByName(found, { type: 'keypoint-detection' })['a.jpg'] ?? []
  expect(first).toMatchObject({ className: 'person', kind: 'keypoints', box: { x0: 10, y0: 0, x1: 110, y1: 100 } })
  expect(await fatesOf(found, 'keypoint-detection')).toEqual({ 'a.jpg': ['person', 'person'] })
})

describe('CelebA', () => {
  const CONTENTS = {
    'list_attr_celeba.txt': '2\nSmiling Young\n000001.jpg -1  1\n000002.jpg  1  1\n',
    'list_bbox_celeba.txt': '2\nimage_id x_1 y_1 width height\n000001.jpg 20 10 60 40\n000002.jpg 1 x 3 4\n',
    'list_eval_partition.txt': '000001.jpg 0\n000002.jpg 2\n',
  }

  test('its attributes are classes of the image', async () => {
    const { id, found, splits } = await read(CONTENTS, 'multi-label-classification')

    expect(id).toBe('celeba')
    expect(await fatesOf(found, 'multi-label-classification')).toEqual({
      '000001.jpg': ['Young'],
      '000002.jpg': ['Smiling', 'Young'],
    })
    expect(splits).toEqual(['train', 'test'])
  })

  test('its boxes are faces', async () => {
    const { found } = await read(CONTENTS)

    expect(await fatesOf(found)).toEqual({ '000001.jpg': ['face'] })
    expect(found.problems).toContain(
      'list_bbox_celeba.txt line 4: The row is left out: it holds "x", which is not a number.',
    )
  })
})

test('ImageNet: folders are called by what the list says of their numbers', async () => {
  const { id, found, splits } = await read(
    {
      'LOC_synset_mapping.txt': 'n01440764 tench, Tinca tinca\nn02012849 crane\nn03126707 crane\n',
      'train/n01440764/a.JPEG': '',
      'train/n02012849/b.JPEG': '',
    },
    'single-label-classification',
  )

  expect(id).toBe('imagenet')
  expect(await fatesOf(found, 'single-label-classification')).toEqual({
    'train/n01440764/a.JPEG': ['tench'],
    'train/n02012849/b.JPEG': ['crane'],
  })
  expect(splits).toEqual([undefined, undefined])
})

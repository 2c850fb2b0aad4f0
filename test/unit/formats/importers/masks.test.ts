import { describe, expect, test } from 'vitest'
import { pngMask } from '#formats/importers/png-mask'
import { vocSegmentation } from '#formats/importers/voc-segmentation'
import { greyPng, palettePng, rgbPng } from '#formats/kit/png'
import { exportedFiles } from '#test/kit/exported-files'
import { importWith, labelFiles, objectsByName, objectsOf } from '#test/kit/label-files'

const [BAY, QUAY] = ['bay-01_png.rf.0123456789abcdef0123456789abcdef', 'quay_jpg.rf.fedcba9876543210fedcba9876543210']
const CRATE = { className: 'crate', kind: 'polygon', rings: [[20, 10, 80, 10, 80, 50, 20, 50]] }
const SPOON = { className: 'Loffel', kind: 'polygon', rings: [[100, 20, 140, 20, 140, 60, 100, 60]] }

const TABLE = 'Pixel Value, Class\n0, background\n1, crate\n2, "sail, torn"'
/** 4 × 3 pixels: an object with a hole, and one of another class. */
const SIZE = { width: 4, height: 3 }
const VALUES = Uint8Array.of(1, 1, 1, 0, 1, 0, 1, 2, 1, 1, 1, 2)
const RING = [
  [0, 0, 3, 0, 3, 3, 0, 3],
  [1, 2, 2, 2, 2, 1, 1, 1],
]

describe.each(['semantic-segmentation', 'instance-segmentation'] as const)('of a project of the type %s', (type) => {
  test('masks that were exported come back', async () => {
    const found = await importWith(pngMask, labelFiles(await exportedFiles('png-mask-semantic', type)))

    expect(objectsByName(found)).toEqual({ [`train/${BAY}`]: [CRATE, SPOON], [`train/${QUAY}`]: [] })
    expect(found.problems).toEqual([])
  })

  test('masks of classes and objects that were exported come back', async () => {
    const found = await importWith(vocSegmentation, labelFiles(await exportedFiles('voc-segmentation', type)))

    expect(objectsByName(found)).toEqual({ [`JPEGImages/${BAY}`]: [CRATE, SPOON], [`JPEGImages/${QUAY}`]: [] })
    expect(found.images.map(({ split }) => split)).toEqual(['train', 'train'])
    expect(found.problems).toEqual([])
  })
})

describe('masks with a table of values', () => {
  async function read(mask: Uint8Array, table: string | Uint8Array = TABLE) {
    const files = labelFiles({
      'val/_classes.csv': table,
      'val/bay_mask.png': mask,
      'val/bay.jpg': '',
      'logo.png': mask,
    })
    return importWith(pngMask, files)
  }

  test('holes are holes, and a mask belongs to an image of its size', async () => {
    const found = await read(await greyPng(VALUES, SIZE))

    expect(objectsByName(found, { frame: SIZE })).toEqual({
      'val/bay': [
        { className: 'crate', kind: 'polygon', rings: RING },
        { className: 'sail, torn', kind: 'polygon', rings: [[3, 1, 4, 1, 4, 3, 3, 3]] },
      ],
    })
    expect(objectsOf(found.images[0])).toBe('invalid: the mask is 4 × 3, the image 200 × 100')
  })

  test('what is wrong is named with its file, and the rest is read', async () => {
    const grey = await greyPng(VALUES, SIZE)
    const found = await Promise.all([
      read(grey, TABLE.replace('2, "', '3, "')),
      read(grey, `${TABLE}\nx, y\n1e9, z\n`),
      read(grey, `${TABLE}\n3, "open`),
      read(grey, Buffer.from(`${TABLE}\n3, L\xf6ffel`, 'latin1')),
      read(grey.subarray(0, 60)),
      read(await rgbPng(new Uint8Array(36), SIZE)),
      read(Buffer.from('<html>')),
    ])

    expect(found.flatMap(({ problems }) => problems)).toMatchInlineSnapshot(`
      [
        "val/bay_mask.png: Pixel value 2 skipped: _classes.csv does not name it.",
        "val/_classes.csv line 5: Row skipped: a number and a name are required.",
        "val/_classes.csv line 6: Row skipped: a number and a name are required.",
        "val/_classes.csv: The table cannot be read: line 5 contains a quote that is not closed.",
        "val/_classes.csv line 5: The file is not UTF-8. Save it as UTF-8.",
        "val/bay_mask.png: The PNG is cut off.",
        "val/bay_mask.png: The mask is a color image. Class numbers require a grayscale or indexed PNG.",
        "val/bay_mask.png: The PNG is not a PNG file.",
      ]
    `)
    expect(found.map(({ images }) => images.length)).toEqual([1, 1, 0, 0, 0, 0, 0])
  })

  test('a table of other things, and images without one, are left to others', async () => {
    const mask = await greyPng(VALUES, SIZE)

    expect(await pngMask.recognise(labelFiles({ '_classes.csv': 'filename, crate', 'a_mask.png': mask }))).toEqual([])
    expect(await pngMask.recognise(labelFiles({ 'a_mask.png': mask }))).toEqual([])
    expect(await pngMask.recognise(labelFiles({ '_classes.csv': TABLE, 'a.png': mask }))).toEqual([])
  })
})

describe('masks in the colours of VOC', () => {
  const PALETTE = Uint8Array.of(0, 0, 0, 128, 0, 0, 0, 128, 0, 224, 224, 192, 9, 9, 9)

  test('without a table the classes are those of the benchmark, and its borders belong to nobody', async () => {
    const values = VALUES.with(3, 3)
    const found = await importWith(
      vocSegmentation,
      labelFiles({
        'VOC2012/SegmentationClass/bay.png': await palettePng(values, PALETTE, SIZE),
        'VOC2012/ImageSets/Segmentation/trainval.txt': 'bay\n',
        'VOC2012/ImageSets/Segmentation/val.txt': 'bay\r\n',
      }),
    )

    expect(objectsByName(found, { frame: SIZE })).toMatchObject({
      'VOC2012/JPEGImages/bay': [
        { className: 'aeroplane', rings: RING },
        { className: 'bicycle', rings: [[3, 1, 4, 1, 4, 3, 3, 3]] },
      ],
    })
    expect(found.images[0]?.split).toBe('valid')
    expect(found.problems).toEqual([])
  })

  test('objects of one class are told apart, and the class is the one that most pixels have', async () => {
    const objects = Uint8Array.of(1, 1, 0, 2, 1, 1, 0, 2, 0, 0, 0, 2)
    const classes = Uint8Array.of(1, 1, 0, 1, 2, 1, 0, 1, 0, 0, 0, 3)
    const found = await importWith(
      vocSegmentation,
      labelFiles({
        'labelmap.txt':
          '# name:colour\nbackground:0,0,0::\ncrate:128,0,0::\nsail:0,128,0:a,b:c\nbroken:1,2\nloud:999,0,0::\n',
        'SegmentationClass/bay.png': await palettePng(classes, PALETTE, SIZE),
        'SegmentationObject/bay.png': await palettePng(objects, PALETTE, SIZE),
      }),
    )

    expect(objectsByName(found, { frame: SIZE })).toEqual({
      'JPEGImages/bay': [
        { className: 'crate', kind: 'polygon', rings: [[0, 0, 2, 0, 2, 2, 0, 2]] },
        { className: 'crate', kind: 'polygon', rings: [[3, 0, 4, 0, 4, 3, 3, 3]] },
      ],
    })
    expect(found.problems).toEqual([
      'labelmap.txt line 5: Row skipped: a name and three numbers from 0 to 255 are required.',
      'labelmap.txt line 6: Row skipped: a name and three numbers from 0 to 255 are required.',
    ])
  })

  test('a table in another folder is not that of masks outside of it', async () => {
    const mask = await greyPng(new Uint8Array(12).fill(1), SIZE)
    const found = await importWith(
      vocSegmentation,
      labelFiles({
        'harbor/labelmap.txt': 'boat:128,0,0::\n',
        'harbor/SegmentationClass/bay.png': mask,
        'VOC2012/SegmentationClass/quay.png': mask,
      }),
    )

    expect(objectsByName(found, { frame: SIZE })).toMatchObject({
      'harbor/JPEGImages/bay': [{ className: 'boat' }],
      'VOC2012/JPEGImages/quay': [{ className: 'aeroplane' }],
    })
    expect(found.problems).toEqual([])
  })

  test('what is wrong is named with its file, and the next image is read', async () => {
    const png = await palettePng(VALUES, PALETTE, SIZE)
    const found = await importWith(
      vocSegmentation,
      labelFiles({
        'SegmentationClass/a.png': png.subarray(0, 50),
        'SegmentationClass/b.png': await palettePng(VALUES.with(0, 4), PALETTE, SIZE),
        'SegmentationClass/c.png': png,
        'SegmentationObject/c.png': await palettePng(new Uint8Array(2), PALETTE, { width: 2, height: 1 }),
        'SegmentationClass/d.png': png,
        'SegmentationObject/d.png': await rgbPng(new Uint8Array(36).fill(7), SIZE),
        'SegmentationClass/e.png': await greyPng(VALUES, SIZE),
      }),
    )

    expect(found.problems).toMatchInlineSnapshot(`
      [
        "SegmentationClass/a.png: The PNG is cut off.",
        "SegmentationClass/b.png: Objects skipped: no class has the color 9,9,9.",
        "SegmentationClass/c.png: The mask of the objects and the mask of the classes differ in size.",
      ]
    `)
    expect(objectsByName(found, { frame: SIZE })).toMatchObject({
      'JPEGImages/b': [{ className: 'aeroplane' }, { className: 'bicycle' }],
      'JPEGImages/d': [{ className: 'aeroplane' }],
      'JPEGImages/e': [{ className: 'aeroplane' }, { className: 'bicycle' }],
    })
  })
})

test('an image of which a mask shows nothing but void is no background image', async () => {
  const mask = await palettePng(
    Uint8Array.of(0, 255, 255, 0),
    Uint8Array.from({ length: 768 }, (_, i) => (i > 764 ? ([224, 224, 192][i - 765] ?? 0) : 0)),
    {
      width: 2,
      height: 2,
    },
  )
  const found = await importWith(
    vocSegmentation,
    labelFiles({ 'SegmentationClass/bay.png': mask, 'JPEGImages/bay.jpg': '' }),
  )

  expect(found.images.map(({ isPartial }) => isPartial)).toEqual([true])
})

import { expect, test } from 'vitest'
import { kitti } from '#formats/importers/kitti'
import { exportedFiles } from '#test/kit/exported-files'
import { type Contents, importWith, labelFiles, objectsByName } from '#test/kit/label-files'

const [BAY, QUAY] = ['bay-01_png.rf.0123456789abcdef0123456789abcdef', 'quay_jpg.rf.fedcba9876543210fedcba9876543210']
const CRATE = { className: 'crate', kind: 'box', box: { x0: 20, y0: 10, x1: 80, y1: 50 } }
const LINE = 'crate 0.00 0 -10 20.00 10.00 80.00 50.00 -1 -1 -1 -1000 -1000 -1000 -10'

function read(contents: Contents) {
  return importWith(kitti, labelFiles(contents))
}

test.each(['object-detection', 'instance-segmentation'] as const)('what is exported of %s comes back', async (type) => {
  const found = await read(await exportedFiles('kitti', type))

  expect(objectsByName(found)).toEqual({
    [`train/image_2/${BAY}`]: [CRATE, { className: 'Loffel', kind: 'box', box: { x0: 100, y0: 20, x1: 140, y1: 60 } }],
    [`train/image_2/${QUAY}`]: [],
  })
  expect(found.problems).toEqual([])
})

test('labels may lie in other folders, models say how sure they are, and a region nobody cared for stays one', async () => {
  const found = await read({ 'labels/bay.txt': `DontCare${LINE.slice(5)}\r\n${LINE} 0.5\r\n`, 'images/bay.png': '' })

  expect(objectsByName(found)).toEqual({
    'images/bay': [
      { ...CRATE, crowd: true },
      { ...CRATE, score: 0.5 },
    ],
  })
  expect(found.problems).toEqual([])
})

test('a region to ignore adds no class where the dataset has one', async () => {
  const found = await read({ 'label_2/a.txt': `DontCare${LINE.slice(5)}`, 'label_2/b.txt': LINE })

  expect(objectsByName(found)).toEqual({ 'image_2/a': [{ ...CRATE, crowd: true }], 'image_2/b': [CRATE] })
})

test('lines that cannot be read are named, and the others are read', async () => {
  const lines = [
    'crate 0.00 0 -10 20.00',
    `0 1 ${LINE} 0.5`,
    LINE.replace('20.00', 'NaN'),
    LINE.replace('80.00', '1e999'),
    LINE.replace('80.00', '-80.00'),
    `${'x'.repeat(100_000)} 1 2`,
    LINE,
  ]

  const found = await read({
    'training/label_2/000001.txt': [LINE, ...lines].join('\n'),
    'training/label_2/000002.txt': Buffer.from(`${LINE}\n${LINE.replace('crate', 'k\xe4fig')}`, 'latin1'),
    'training/label_2/000003.txt': LINE.replace('80.00', '8e99'),
  })

  expect(found.problems).toMatchInlineSnapshot(`
    [
      "training/label_2/000001.txt line 2: Line skipped: the line has 5 words; an object has 15, or 16 with the score of a model.",
      "training/label_2/000001.txt line 3: Line skipped: the line has 18 words; an object has 15, or 16 with the score of a model.",
      "training/label_2/000001.txt line 4: Line skipped: the line has "NaN", which is not a number.",
      "training/label_2/000001.txt line 5: Line skipped: the line has "1e999", which is not a number.",
      "training/label_2/000001.txt line 6: Line skipped: the line has its corners reversed: the maximum is less than the minimum.",
      "training/label_2/000001.txt line 7: Line skipped: the line has 3 words; an object has 15, or 16 with the score of a model.",
      "training/label_2/000002.txt line 2: The file is not UTF-8. Save it as UTF-8.",
    ]
  `)
  expect(objectsByName(found)).toEqual({
    'training/image_2/000001': [CRATE, CRATE],
    'training/image_2/000003': 'invalid: object 1 ("crate") has a corner too far from any image',
  })
})

test('other text files are left to others', async () => {
  const files = labelFiles({
    'labels/a.txt': '1 0.1 0.1 0.1 0.1',
    'label_2/b.txt': 'a caption',
    'b.txt': LINE,
    'c.jpg': '',
  })

  expect(await kitti.recognise(files)).toEqual([])
})

test('a first file that is damaged costs itself alone', async () => {
  const found = await read({ 'label_2/a.txt': 'crate 0.00', 'label_2/b.txt': LINE })

  expect(objectsByName(found)).toMatchObject({ 'image_2/b': [CRATE] })
  expect(found.problems).toEqual([expect.stringContaining('label_2/a.txt')])
})

import { describe, expect, test } from 'vitest'
import { darknet, yolo } from '#formats/importers/yolo'
import { type Contents, importWith, labelFiles, objectsByName, objectsOf } from '#test/kit/label-files'

const YAML = "train: ../train/images\nval: ../valid/images\n\nnc: 2\nnames: ['sail', 'crate']\n"
const CRATE = { className: 'crate', kind: 'box', box: { x0: 20, y0: 10, x1: 80, y1: 50 } }
const LINE = '1 0.25 0.3 0.3 0.4\n'

function read(contents: Contents) {
  return importWith(yolo, labelFiles(contents))
}

test('a text file belongs to the image beside its folder, in the split that data.yaml gives it', async () => {
  const found = await read({
    'data.yaml': YAML.replace('../valid/images', 'held-out/images'),
    'train/images/bay.JPG': '',
    'train/labels/bay.txt': LINE,
    'held-out/images/bay.jpg': '',
    'held-out/labels/bay.txt': '',
  })

  expect(found.images.map(({ name, split, source }) => ({ name, split, source }))).toEqual([
    { name: 'held-out/images/bay', split: 'valid', source: { path: 'held-out/labels/bay.txt' } },
    { name: 'train/images/bay', split: 'train', source: { path: 'train/labels/bay.txt' } },
  ])
  expect(objectsByName(found)).toEqual({ 'train/images/bay': [CRATE], 'held-out/images/bay': [] })
  expect(found.problems).toEqual([])
})

test.each([
  ['images and labels in two trees', 'labels/train/bay.txt', 'images/train/bay.png', 'images/train/bay'],
  ['labels beside the images', 'train/bay.txt', 'train/bay.png', 'train/bay'],
  ['labels in a folder below the images', 'train/labels/bay.txt', 'train/bay.png', 'train/bay'],
  [
    'a folder called labels around it all',
    'labels/train/labels/bay.txt',
    'labels/train/images/bay.png',
    'labels/train/images/bay',
  ],
  ['labels alone', 'bay.txt', 'data.yaml', 'bay'],
])('%s', async (_, label, image, name) => {
  const found = await read({ 'data.yaml': YAML, [label]: LINE, ...(image !== 'data.yaml' && { [image]: '' }) })

  expect(objectsByName(found)).toEqual({ [name]: [CRATE] })
})

test('lists of images tell the split', async () => {
  const found = await read({
    'data.yaml': 'path: .\ntrain: lists/a.txt\nval: lists/b.txt\nnames:\n  0: sail\n  1: crate\n',
    'lists/a.txt': './images/one.jpg\n',
    'lists/b.txt': '../images/two.jpg\r\n/data/elsewhere.jpg\n',
    'images/one.jpg': '',
    'images/two.jpg': '',
    'labels/one.txt': LINE,
    'labels/two.txt': LINE,
  })

  expect(found.images.map(({ name, split }) => [name, split])).toEqual([
    ['images/one', 'train'],
    ['images/two', 'valid'],
  ])
})

test('long lines are outlines, the four corners of a rectangle are a box, turned or not; a sixth number is how sure a model is', async () => {
  const text =
    '1 .1 .1 .4 .1 .4 .5 .1 .5\r\n1 .3 .1 .3 .7 .2 .7 .2 .1\n0 .5 .2 .7 .2 .7 .6\n\n1.0 0.25 0.3 0.3 0.4 0.5\n'

  const found = await read({ 'data.yaml': YAML, 'labels/bay.txt': text })

  expect(objectsByName(found)['images/bay']).toEqual([
    CRATE,
    { className: 'crate', kind: 'rotated-box', box: { center: { x: 50, y: 40 }, width: 60, height: 20, angle: 90 } },
    { className: 'sail', kind: 'polygon', rings: [[100, 20, 140, 20, 140, 60]] },
    { ...CRATE, score: 0.5 },
  ])
})

describe('points', () => {
  const points = [
    { x: 30, y: 20, visibility: 2 },
    { x: 70, y: 40, visibility: 1 },
  ]

  test.each([
    ['with how much can be seen', '[2, 3]', '0.15 0.2 2 0.35 0.4 1', points],
    ['without', '[2, 2]', '0.15 0.2 0 0', [points[0], { x: 0, y: 0, visibility: 0 }]],
  ])('%s', async (_, shape, numbers, expected) => {
    const yaml = `kpt_shape: ${shape}\nflip_idx: [1, 0]\n${YAML}`

    const found = await read({ 'data.yaml': yaml, 'labels/bay.txt': `${LINE.trim()} ${numbers}\n` })

    expect(objectsOf(found.images[0], { type: 'keypoint-detection' })).toEqual([
      {
        ...CRATE,
        kind: 'keypoints',
        points: expected,
        skeleton: { points: ['left point 1', 'right point 1'], edges: [] },
      },
    ])
  })

  test('an object none of whose points has a place is a box', async () => {
    const text = '1 0.25 0.3 0.3 0.4 0 0 0 0 0 0\n'

    const found = await read({ 'data.yaml': `kpt_shape: [2, 3]\n${YAML}`, 'labels/bay.txt': text })

    expect(objectsByName(found)).toEqual({ 'images/bay': [CRATE] })
  })

  test('a line with other points is left out', async () => {
    const found = await read({
      'data.yaml': `kpt_shape: [3, 3]\n${YAML}`,
      'labels/bay.txt': '1 .1 .1 .1 .1 .1 .1 .1\n',
    })

    expect(found.problems).toEqual([
      'labels/bay.txt line 1: Line skipped: the line has 8 numbers; a box with its points has 14.',
    ])
  })
})

test('lines that cannot be read are named, and the others are read', async () => {
  const text = [
    'x',
    '1 2 3',
    '1 0.5 0.5 0.1 1.02',
    '1 NaN 0 0 0',
    '7 .1 .1 .1 .1',
    '1 1e999 0 0 0',
    '1 -0.005 0.3 0.3 1.009',
  ]

  const found = await read({ 'data.yaml': YAML, 'labels/bay.txt': [...text, LINE].join('\n'), 'labels/a.txt': LINE })

  expect(objectsByName(found)).toMatchObject({ 'images/bay': [{ className: 'crate' }, CRATE], 'images/a': [CRATE] })
  expect(found.problems).toMatchInlineSnapshot(`
    [
      "labels/bay.txt line 1: Line skipped: the line begins with "x" instead of a class number.",
      "labels/bay.txt line 2: Line skipped: the line contains 2; positions and sizes must be relative to the image size, from 0 to 1.",
      "labels/bay.txt line 3: Line skipped: the line contains 1.02; positions and sizes must be relative to the image size, from 0 to 1.",
      "labels/bay.txt line 4: Line skipped: the line has "NaN", which is not a number.",
      "labels/bay.txt line 5: Line skipped: the line has class 7, which does not exist; classes are numbered 0 to 1.",
      "labels/bay.txt line 6: Line skipped: the line has "1e999", which is not a number.",
    ]
  `)
})

test('a damaged data.yaml, and a text that is none, are named', async () => {
  const found = await read({
    'data.yaml': 'nc: 2\nnames: [a, b\n',
    'labels/a.txt': LINE,
    'labels/b.txt': Buffer.from('1 0.1 0.1\n1 0.1 \xff\n', 'latin1'),
    'labels/c.txt': Buffer.from(`\uFEFF${LINE}`, 'utf16le'),
    'labels/d.txt': '1'.repeat(100_000),
  })

  expect(objectsByName(found)).toMatchObject({
    'images/a': [{ ...CRATE, className: '1' }],
    'images/c': [{ className: '1' }],
  })
  expect(found.problems).toMatchInlineSnapshot(`
    [
      "data.yaml line 2: The file cannot be read: a bracket is not closed.",
      "labels/a.txt: No file lists the class names (data.yaml, or a list of names), so class numbers are used.",
      "labels/b.txt line 2: The file is not UTF-8. Save it as UTF-8.",
      "labels/d.txt line 1: Line skipped: the line begins with "1111111111111111111111111111111111111111…" instead of a class number.",
    ]
  `)
})

test.each([
  ['_darknet.labels', 'sail\ncrate'],
  ['obj.names', 'sail\r\ncrate\r\n'],
  ['classes.txt', '\uFEFFsail\ncrate\n'],
])('Darknet names its classes in %s', async (list, names) => {
  const files = labelFiles({ [`train/${list}`]: names, 'train/bay.jpg': '', 'train/bay.txt': LINE })

  expect(objectsByName(await importWith(darknet, files))).toEqual({ 'train/bay': [CRATE] })
  expect(await yolo.recognise(files)).toEqual([])
})

test.each(['x y z', '1 0.5 0.5 0.2'])(
  'a damaged first line (%s) of the only label file costs itself alone',
  async (bad) => {
    const found = await read({ 'data.yaml': YAML, 'images/bay.jpg': '', 'labels/bay.txt': `${bad}\n${LINE}` })

    expect(objectsByName(found)).toEqual({ 'images/bay': [CRATE] })
    expect(found.problems).toEqual([expect.stringContaining('labels/bay.txt line 1: Line skipped')])
  },
)

test('a class number beyond the only class is told so', async () => {
  const found = await read({ 'data.yaml': 'names: [sail]', 'labels/bay.txt': `0 .5 .5 .1 .1\n${LINE}` })

  expect(found.problems).toEqual([
    'labels/bay.txt line 2: Line skipped: the line has class 1, which does not exist; the only class has number 0.',
  ])
})

test('other text files are left to others', async () => {
  const contents = {
    'a.jpg': '',
    'a.txt': 'a caption of a harbour',
    'labels/b.txt': 'car 0.0 0 -10 1 2 3 4 -1 -1 -1 -1000 -1000 -1000 -10',
    'notes/c.txt': LINE,
    '_annotations.txt': 'a.jpg 1,2,3,4,0',
  }

  expect(await yolo.recognise(labelFiles(contents))).toEqual([])
})

describe('the classes that a dataset lists', () => {
  async function listedOf(names: string): Promise<readonly string[]> {
    const files = { 'data.yaml': `names: [${names}]\n`, 'train/labels/a.txt': '0 0.5 0.5 0.5 0.5\n' }
    return (await importWith(yolo, labelFiles(files))).listed
  }

  test('are called as their objects are, each once', async () => {
    expect(await listedOf("a.b, ' c ', '', c, a-b")).toEqual(['a-b', 'c'])
  })

  test('are left to their objects where the list is a vocabulary', async () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`).join()

    expect(await listedOf(names(2000))).toHaveLength(2000)
    expect(await listedOf(names(2001))).toEqual([])
  })
})

import { expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import type { ZipEntry } from '#core/exchange/datasets/zip'
import { labelOf, readClassNames } from '#core/exchange/zip-uploads/labels'
import { isMixed, planZip } from '#core/exchange/zip-uploads/rules'
import { cocoByImage } from '#formats/importers/kit/coco/by-image'
import { labelFiles } from '#test/kit/label-files'

function entry(path: string, index = 0): ZipEntry {
  return { index, path, bytes: 1, kind: 'file', isEncrypted: false, isPackedPlainly: true }
}

function filesOf(...paths: readonly string[]): Map<string, ZipEntry> {
  return new Map(paths.map((path, index) => [path, entry(path, index)]))
}

test.each([
  ['a flow list', `names: [buoy, 'oil, rig', "tug \\"x\\""]\nnc: 3`, ['buoy', 'oil, rig', 'tug "x"']],
  ['a flow list over lines', 'names: [buoy,\n  crane]\nnc: 2', ['buoy', 'crane']],
  ['a flow map', 'names: {0: buoy, 1: crane}', ['buoy', 'crane']],
  ['a list of lines', 'nc: 2\nnames:\n- buoy\n- crane # tall\nroboflow:\n  - other', ['buoy', 'crane']],
  ['a map of lines', 'names:\n  0: buoy\n  1: "crane"\ntest: x', ['buoy', 'crane']],
  ['nothing', 'nc: 2', []],
])('names of classes are read from %s', (_kind, text, names) => {
  expect([...readClassNames({ path: 'data.yaml' }, text).values()]).toEqual(names)
})

test('a class file has a name a line', () => {
  const names = readClassNames({ path: 'classes.txt' }, '\uFEFFbuoy\r\n\r\noil rig\r\n')

  expect([...names]).toEqual([
    ['0', 'buoy'],
    ['1', 'oil rig'],
  ])
})

test.each([
  ['a/x.png', 'a/x.xml'],
  ['a/images/x.png', 'a/labels/x.txt'],
  ['images/train/x.png', 'labels/train/x.txt'],
  ['jpegimages/x.png', 'annotations/x.xml'],
  ['x.png', 'x.png.json'],
])('the labels of %s lie in %s', (image, label) => {
  expect(labelOf(filesOf('other.txt', label), image)?.path).toBe(label)
})

test('a COCO file is taken apart by image', async () => {
  const annotation = { image_id: 2, bbox: [0, 0, 1, 1] }
  const images = [
    { id: 1, file_name: 'a.png' },
    { id: 2, file_name: 'train/B.png' },
  ]

  const textFor = await takenApart(JSON.stringify({ images, annotations: [annotation], categories: [] }))

  expect(JSON.parse(textFor?.('b.PNG') ?? '')).toEqual({
    images: [images[1]],
    annotations: [annotation],
    categories: [],
  })
  expect(JSON.parse(textFor?.('a.png') ?? '')).toMatchObject({ annotations: [] })
  expect(textFor?.('c.png')).toBeUndefined()
  expect(await takenApart('[]')).toBeUndefined()
})

function takenApart(text: string) {
  return cocoByImage(labelFiles({ 'a.json': text }), { path: 'a.json', bytes: text.length })
}

test('the nearest folder with the name of a split decides, in any case of letters', () => {
  const paths = [
    'Train/x.png',
    'test/VAL/y.png',
    'z.png',
    './training/./w.png',
    'val2017/a.png',
    'dev/b.png',
    'testing/c.png',
  ]
  const plan = planZip(paths.map((path) => entry(path)))
  if (!plan.ok) throw new Error(sentenceOf(plan.error))

  const splits = plan.value.images.map(({ entry: { path }, split }) => [path, split])
  expect(Object.fromEntries(splits)).toEqual({
    'Train/x.png': 'train',
    'test/VAL/y.png': 'valid',
    'z.png': undefined,
    './training/./w.png': 'train',
    'val2017/a.png': 'valid',
    'dev/b.png': 'valid',
    'testing/c.png': 'test',
  })
})

test('masks of Pascal VOC are no images of an archive', () => {
  const entries = ['JPEGImages/a.jpg', 'Annotations/a.xml', 'SegmentationClass/a.png', 'SegmentationObject/a.png']

  const plan = planZip(entries.map(entry))

  expect(plan.ok && plan.value.images.map((image) => image.entry.path)).toEqual(['JPEGImages/a.jpg'])
})

test.each([
  ['one format', ['a.jpg', 'a.xml', 'b.jpg', 'b.xml'], [['a.xml', 'b.xml']], false],
  ['two formats, each of them whole', ['a.jpg', 'a.xml', 'a.txt'], [['a.xml'], ['a.txt']], false],
  ['captions that no format claims', ['a.jpg', 'a.txt', 'b.jpg', 'labels/b.json'], [['labels/b.json']], false],
  ['no format', ['a.jpg', 'a.txt'], [], false],
  ['a format for each folder', ['t/A.jpg', 't/A.xml', 'v/b.jpg', 'v/b.txt'], [['t/A.xml'], ['v/b.txt']], true],
])('an archive of %s mixes formats: %j', (_kind, paths, claimed, isSo) => {
  const plan = planZip(paths.map(entry))
  const candidates = claimed.map((files) => ({ labels: files.map((path) => ({ path, bytes: 1 })) }))

  expect(plan.ok && isMixed(plan.value, candidates)).toBe(isSo)
})

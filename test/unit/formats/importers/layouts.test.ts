import { describe, expect, test } from 'vitest'
import type { ProjectType } from '#common/contract/projects'
import { imagesOf, recogniseFormats } from '#core/exchange/datasets/recognise'
import { folder } from '#formats/importers/folder'
import { IMPORTERS } from '#formats/importers/registry'
import { type Contents, fatesOf, importWith, labelFiles, reviewOf } from '#test/kit/label-files'

/** The format that is most likely meant, and what it says. */
async function read(contents: Contents, type: ProjectType = 'object-detection') {
  const files = labelFiles(contents)
  const candidates = await recogniseFormats(IMPORTERS, files, type)
  const importer = candidates[0]?.importer
  if (!importer) return { id: undefined, fates: {}, splits: {}, problems: [], images: [] }
  const found = await importWith(importer, files, type)
  return {
    id: importer.id,
    fates: await fatesOf(found, type),
    splits: Object.fromEntries(found.images.map(({ name, split }) => [name, split])),
    problems: found.problems,
    images: imagesOf(files, candidates).map(({ path }) => path),
  }
}

test('subsets of a CVAT project that hold images of one name keep their labels apart', async () => {
  const image = (id: number, subset: string, label: string) =>
    `<image id="${id}" name="1.jpg" subset="${subset}" width="200" height="100">
      <box label="${label}" xtl="1" ytl="1" xbr="9" ybr="9"/></image>`

  const { fates, splits } = await read({
    'annotations.xml': `<annotations>${image(0, 'Train', 'crate')}${image(1, 'Validation', 'sail')}</annotations>`,
    'images/Train/1.jpg': '',
    'images/Validation/1.jpg': '',
  })

  expect(fates).toEqual({ 'images/Train/1.jpg': ['crate'], 'images/Validation/1.jpg': ['sail'] })
  expect(splits).toEqual({ 'images/Train/1.jpg': 'train', 'images/Validation/1.jpg': 'valid' })
})

test('a label file may be called as its image is, whatever else is called so', async () => {
  const names = ['_DSC0001', '__proto__', 'train', 'notes', 'readme', 'b']
  const files = names.flatMap((name) => [
    [`images/${name}.jpg`, ''],
    [`labels/${name}.txt`, '0 0.5 0.5 0.2 0.2'],
  ])

  const { fates } = await read(Object.fromEntries(files))

  expect(Object.keys(fates).toSorted()).toEqual(names.map((name) => `images/${name}`).toSorted())
})

describe('the tree of Pascal VOC 2012', () => {
  const XML =
    '<annotation><object><name>cat</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>9</xmax><ymax>9</ymax></bndbox></object></annotation>'
  const CONTENTS = {
    'VOC2012/Annotations/a.xml': XML,
    'VOC2012/Annotations/b.xml': XML,
    'VOC2012/ImageSets/Main/train.txt': 'a\n',
    'VOC2012/ImageSets/Main/val.txt': 'b\n',
    'VOC2012/ImageSets/Main/trainval.txt': 'a\nb\n',
    'VOC2012/ImageSets/Main/cat_train.txt': 'a  1\nb -1\n',
    'VOC2012/JPEGImages/a.jpg': '',
    'VOC2012/JPEGImages/b.jpg': '',
    'VOC2012/SegmentationClass/a.png': '',
    'VOC2012/SegmentationObject/a.png': '',
  }

  test('is read for its boxes where boxes are wanted, in the splits of ImageSets/Main', async () => {
    const { id, fates, splits, images } = await read(CONTENTS)

    expect(id).toBe('voc')
    expect(fates).toEqual({ 'VOC2012/JPEGImages/a': ['cat'], 'VOC2012/JPEGImages/b': ['cat'] })
    expect(splits).toEqual({ 'VOC2012/JPEGImages/a': 'train', 'VOC2012/JPEGImages/b': 'valid' })
    expect(images).toEqual(['VOC2012/JPEGImages/a.jpg', 'VOC2012/JPEGImages/b.jpg'])
  })

  test('is read for its masks where areas are wanted', async () => {
    expect((await read(CONTENTS, 'semantic-segmentation')).id).toBe('voc-segmentation')
  })
})

test('the text files of YOLO 1.1 are read with their images elsewhere, and name their splits', async () => {
  const { id, fates, splits } = await read({
    'obj.data': 'classes = 2\ntrain = data/train.txt\nnames = data/obj.names\nbackup = backup/\n',
    'obj.names': 'crate\nsail\n',
    'train.txt': 'data/obj_train_data/a.jpg\n',
    'obj_train_data/a.txt': '1 0.5 0.5 0.2 0.2\n',
    'obj_Validation_data/b.txt': '',
    'photos/a.jpg': '',
    'photos/b.jpg': '',
  })

  expect(id).toBe('darknet')
  expect(fates).toEqual({ 'obj_train_data/a': ['sail'], 'obj_Validation_data/b': 'background' })
  expect(splits).toEqual({ 'obj_train_data/a': 'train', 'obj_Validation_data/b': 'valid' })
})

test.each(['pics/', '', 'yolo/'])(
  'YOLO 1.1 may keep its text files in folders of the images, which lie in %s',
  async (root) => {
    const frame = (camera: string) => ({
      [`yolo/obj_train_data/${camera}/1.txt`]: '0 0.5 0.5 0.2 0.2\n',
      [`${root}${camera}/1.png`]: '',
    })

    const { id, fates } = await read({ 'yolo/obj.names': 'crate\n', ...frame('cam1'), ...frame('cam2') })

    expect(id).toBe('darknet')
    expect(Object.values(fates)).toEqual([['crate'], ['crate']])
  },
)

test('the lists of YOLO 1.1 name the splits of images that lie together', async () => {
  const { splits } = await read({
    'obj.names': 'crate\n',
    'obj.data': 'train = data/train.txt\nvalid = data/valid.txt\n',
    'train.txt': 'data/obj_train_data/a.jpg\n',
    'valid.txt': 'data/obj_train_data/b.jpg\n',
    'obj_train_data/a.txt': '0 0.5 0.5 0.2 0.2\n',
    'obj_train_data/b.txt': '0 0.5 0.5 0.2 0.2\n',
    'obj_train_data/a.jpg': '',
    'obj_train_data/b.jpg': '',
  })

  expect(splits).toEqual({ 'obj_train_data/a': 'train', 'obj_train_data/b': 'valid' })
})

test('names are the same however their accents are written', async () => {
  const { fates } = await read({
    'obj.names': 'crate\n',
    ['u\u0308.txt']: '0 0.5 0.5 0.2 0.2\n',
    ['\u00fc.jpg']: '',
  })

  expect(Object.values(fates)).toEqual([['crate']])
})

test.each(['20 10 80 10 80 50 20 50 1 0', '20.0 10.0 80.0 10.0 80.0 50.0 20.0 50.0 1'])(
  'oriented boxes of a class that is called by a number are no YOLO: %s',
  async (line) => {
    const { id, fates } = await read({
      'data.yaml': "names: ['1']",
      'train/labelTxt/a.txt': line,
      'train/images/a.jpg': '',
    })

    expect(id).toBe('yolov5-obb')
    expect(fates).toEqual({ 'train/images/a': ['1'] })
  },
)

test('a class of KITTI may be called by a number', async () => {
  const line = '1 0.00 0 -10 20.00 10.00 80.00 50.00 -1 -1 -1 -1000 -1000 -1000 -10'

  const { id, fates } = await read({ 'labels/a.txt': line, 'images/a.jpg': '' })

  expect(id).toBe('kitti')
  expect(fates).toEqual({ 'images/a': ['1'] })
})

describe('folders of classes', () => {
  test('stand side by side without a split', async () => {
    const contents = { 'pets/cat/a.jpg': '', 'pets/dog/b.jpg': '', 'pets/c.jpg': '' }

    const { id, fates } = await read(contents, 'single-label-classification')

    expect(id).toBe('folder')
    expect(fates).toEqual({ 'pets/cat/a.jpg': ['cat'], 'pets/dog/b.jpg': ['dog'] })
  })

  test('called as a split say so of neither themselves nor of their images', async () => {
    const { fates, splits } = await read({ 'train/test/a.jpg': '' }, 'single-label-classification')

    expect(fates).toEqual({ 'train/test/a.jpg': ['test'] })
    expect(splits).toEqual({ 'train/test/a.jpg': 'train' })
  })

  test.each([
    ['a single one', { 'holiday/a.jpg': '', 'holiday/b.jpg': '' }],
    ['folders of splits', { 'train/a.jpg': '', 'test/b.jpg': '' }],
    ['folders called after what they hold', { 'images/a.jpg': '', 'photos/b.jpg': '' }],
  ])('%s is no class', async (_, contents: Contents) => {
    expect(await folder.recognise(labelFiles(contents))).toEqual([])
  })
})

test.each(['train/labelTxt-v1.5/DOTA-v1.5_train/P0.txt', 'train/labelTxt-v1.0/P0.txt'])(
  'the labels of DOTA lie in %s',
  async (label) => {
    const { id, fates } = await read({
      [label]: 'imagesource:x\n20 10 80 10 80 50 20 50 ship 0\n',
      'train/images/P0.png': '',
    })

    expect(id).toBe('yolov5-obb')
    expect(Object.values(fates)).toEqual([['ship']])
  },
)

describe('text files of YOLO in folders that nothing says to be for labels', () => {
  const LINE = '0 0.5 0.5 0.5 0.5\n'

  test.each([
    ['imgs', 'lbls'],
    ['img', 'txt'],
    ['images_train', 'labels_train'],
    ['train_images', 'train_labels'],
    ['set/Bilder', 'set/Kisten'],
  ])('%s and %s belong together', async (images, labels) => {
    const contents = {
      'data.yaml': 'names: [crate]',
      [`${images}/a.jpg`]: '',
      [`${images}/b.jpg`]: '',
      [`${labels}/a.txt`]: LINE,
      [`${labels}/b.txt`]: '',
    }

    const { fates, problems } = await reviewOf(contents)

    expect(fates).toEqual({ [`${images}/a`]: ['crate'], [`${images}/b`]: 'background' })
    expect(problems).toEqual([])
    expect(await reviewOf({ ...contents, 'data.yaml': '', 'classes.txt': 'crate' })).toMatchObject({ fates })
  })

  test('images of one name are told apart by the other words of their folders', async () => {
    const { fates } = await reviewOf({
      'data.yaml': 'names: [crate, buoy]',
      'images_train/1.jpg': '',
      'images_val/1.jpg': '',
      'labels_train/1.txt': LINE,
      'labels_val/1.txt': LINE.replace('0', '1'),
    })

    expect(fates).toEqual({ 'images_train/1': ['crate'], 'images_val/1': ['buoy'] })
  })

  test('neither predictions beside labels nor texts of another kind are taken', async () => {
    const { fates } = await reviewOf({
      'data.yaml': 'names: [crate, buoy]',
      'images/a.jpg': '',
      'images/b.jpg': '',
      'labels/a.txt': LINE,
      'found/a.txt': LINE.replace('0', '1'),
      'captions/a.txt': 'A crate.',
      'captions/b.txt': 'A buoy.',
    })

    expect(fates).toEqual({ 'images/a': ['crate'] })
  })

  test('of two that may be about one image none is taken', async () => {
    const { id } = await reviewOf({
      'data.yaml': 'names: [crate]',
      'imgs/a.jpg': '',
      'first/a.txt': LINE,
      'second/a.txt': LINE,
    })

    expect(id).toBeUndefined()
  })
})

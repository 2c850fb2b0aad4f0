import { describe, expect, test } from 'vitest'
import { palettePng } from '#formats/kit/png'
import { type Contents, objectsByName, reviewOf } from '#test/kit/label-files'

const BOX = '<bndbox><xmin>1</xmin><ymin>1</ymin><xmax>9</xmax><ymax>9</ymax></bndbox>'
const XML = `<annotation><object><name>cat</name>${BOX}</object></annotation>`
const FRAME = { width: 2, height: 1 }

/** A mask of VOC's eighth class, and an object of one of its pixels. */
const MASK = await palettePng(Uint8Array.of(0, 1), Uint8Array.of(0, 0, 0, 64, 0, 0), FRAME)

const VOC2012: Contents = {
  'VOC2012/Annotations/a.xml': XML,
  'VOC2012/Annotations/b.xml': XML,
  'VOC2012/Annotations/c.xml': XML,
  'VOC2012/JPEGImages/a.jpg': '',
  'VOC2012/JPEGImages/b.jpg': '',
  'VOC2012/JPEGImages/c.jpg': '',
  'VOC2012/SegmentationClass/a.png': MASK,
  'VOC2012/SegmentationObject/a.png': MASK,
  'VOC2012/ImageSets/Main/train.txt': 'a\n',
  'VOC2012/ImageSets/Main/val.txt': 'b\n',
  'VOC2012/ImageSets/Main/trainval.txt': 'a\nb\n',
  'VOC2012/ImageSets/Main/cat_train.txt': 'a  1\nb -1\n',
  'VOC2012/ImageSets/Layout/test.txt': 'c 1\n',
  'VOC2012/ImageSets/Segmentation/val.txt': 'a\n',
}

describe('the tree of Pascal VOC 2012', () => {
  test('gives boxes where boxes are wanted, with the splits of Main first and of other lists then', async () => {
    const { id, fates, splits, problems } = await reviewOf(VOC2012)

    expect(id).toBe('voc')
    expect(Object.values(fates)).toEqual([['cat'], ['cat'], ['cat']])
    expect(splits).toEqual({
      'VOC2012/JPEGImages/a': 'train',
      'VOC2012/JPEGImages/b': 'valid',
      'VOC2012/JPEGImages/c': 'test',
    })
    expect(problems).toEqual([])
  })

  test('gives masks where areas are wanted, and images without one go to the splits of their lists', async () => {
    const found = await reviewOf(VOC2012, 'semantic-segmentation')

    expect(found.id).toBe('voc-segmentation')
    expect(objectsByName(found, { frame: FRAME })['VOC2012/JPEGImages/a']).toMatchObject([{ className: 'cat' }])
    expect(found.splits).toEqual({ 'VOC2012/JPEGImages/a': 'valid' })
    expect(found.listedSplits).toEqual({
      'VOC2012/JPEGImages/a.jpg': 'valid',
      'VOC2012/JPEGImages/b.jpg': 'valid',
      'VOC2012/JPEGImages/c.jpg': 'test',
    })
    expect(found.paths).toEqual(['VOC2012/JPEGImages/a.jpg', 'VOC2012/JPEGImages/b.jpg', 'VOC2012/JPEGImages/c.jpg'])
    expect(found.problems).toEqual([])
  })
})

test.each(['Main', 'Segmentation', 'Layout', 'Action'])('the splits of ImageSets/%s alone apply', async (task) => {
  const { splits } = await reviewOf({
    'Annotations/a.xml': XML,
    'Annotations/b.xml': XML,
    'JPEGImages/a.jpg': '',
    'JPEGImages/b.jpg': '',
    [`ImageSets/${task}/test.txt`]: 'a\n',
    [`ImageSets/${task}/val.txt`]: 'b 1\n',
  })

  expect(splits).toEqual({ 'JPEGImages/a': 'test', 'JPEGImages/b': 'valid' })
})

test('lists name images in folders below, with their endings, and names with spaces', async () => {
  const { images, listedSplits } = await reviewOf({
    'voc/Annotations/cam1/a.xml': XML,
    'voc/Annotations/cam2/a.xml': XML,
    'voc/Annotations/b b.xml': XML,
    'voc/Annotations/c.xml': XML,
    'voc/Regions/cam1/a.jpg': '',
    'voc/Regions/cam2/a.jpg': '',
    'voc/Regions/b b.jpg': '',
    'voc/Regions/c.jpg': '',
    'voc/Regions/d.jpg': '',
    'voc/ImageSets/Main/train.txt': 'cam1/a\nc.jpg\n',
    'voc/ImageSets/Main/validation.txt': '"b b" 1\ncam2/a\n',
    'voc/ImageSets/test.txt': 'd\n',
  })

  const bySource = images.map(({ source, split }) => [source.path, split])
  expect(Object.fromEntries(bySource)).toEqual({
    'voc/Annotations/b b.xml': 'valid',
    'voc/Annotations/c.xml': 'train',
    'voc/Annotations/cam1/a.xml': 'train',
    'voc/Annotations/cam2/a.xml': 'valid',
  })
  expect(listedSplits).toEqual({
    'voc/Regions/b b.jpg': 'valid',
    'voc/Regions/c.jpg': 'train',
    'voc/Regions/cam1/a.jpg': 'train',
    'voc/Regions/cam2/a.jpg': 'valid',
    'voc/Regions/d.jpg': 'test',
  })
})

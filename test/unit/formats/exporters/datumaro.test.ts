import { expect, test } from 'vitest'
import { datumaro } from '#formats/exporters/datumaro'
import type { NamedImage } from '#formats/kit/files'
import { CRATE, collect, imageOf, pointsShape, polygonShape, SPOON, sourceOf, textsOf, versionOf } from './kit.ts'

const square = (x: number, y: number, side: number) => [x, y, x + side, y, x + side, y + side, x, y + side]

test('the parts of an object share a group of their own, its hole is joined', async () => {
  const shapes = [
    polygonShape(SPOON, square(0, 0, 10), square(4, 4, 2), square(40, 20, 5)),
    polygonShape(CRATE, square(60, 10, 10)),
    polygonShape(CRATE, square(80, 10, 10), square(100, 10, 10)),
  ]

  const annotations = await annotationsOf(imageOf({ shapes }), 'instance-segmentation')

  expect(annotations).toMatchObject([
    { id: 0, group: 1, points: [0, 0, 10, 0, 10, 6, 6, 6, 6, 4, 4, 4, 4, 6, 6, 6, 10, 6, 10, 10, 0, 10] },
    { id: 1, group: 1, points: square(40, 20, 5) },
    { id: 2, group: 0, points: square(60, 10, 10) },
    { id: 3, group: 3, points: square(80, 10, 10) },
    { id: 4, group: 3, points: square(100, 10, 10) },
  ])
})

test('a point without a place stands at 0, 0 and is told to be absent', async () => {
  const shapes = [pointsShape(CRATE, [150, 10, 250, 50], [{ x: 240, y: 20, visibility: 2 }])]

  const annotations = await annotationsOf(imageOf({ shapes }), 'keypoint-detection')

  expect(annotations).toMatchObject([
    { type: 'bbox', group: 1, bbox: [150, 10, 50, 40] },
    { type: 'points', group: 1, points: [0, 0, 0, 0], visibility: [0, 0] },
  ])
})

test('images to validate with are called val, in the names of the file and the folder', async () => {
  const images = (['train', 'valid', 'test'] as const).map((split) => imageOf({ fileName: `${split}.jpg`, split }))

  const files = await collect(datumaro.files(sourceOf(versionOf({ counts: { train: 1, valid: 1, test: 1 } }), images)))

  expect(files.slice(2).map(({ path }) => path)).toEqual([
    'annotations/test.json',
    'annotations/train.json',
    'annotations/val.json',
    'images/train/train.jpg',
    'images/val/valid.jpg',
    'images/test/test.jpg',
  ])
})

async function annotationsOf(image: NamedImage, projectType: 'instance-segmentation' | 'keypoint-detection') {
  const texts = await textsOf(datumaro.files(sourceOf(versionOf({ projectType }), [image])))
  return JSON.parse(texts['annotations/train.json'] ?? '').items[0].annotations
}

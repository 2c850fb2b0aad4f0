import { expect, test } from 'vitest'
import type { ExportVersion } from '#common/exports/model'
import { runLengthsFromText } from '#common/geometry/rle'
import { coco, cocoRle } from '#formats/exporters/coco'
import type { NamedImage } from '#formats/kit/files'
import { boxShape, CRATE, collect, imageOf, polygonShape, SPOON, sourceOf, textsOf, versionOf } from './kit.ts'

const segmentation = { projectType: 'instance-segmentation' } as const
const square = (x: number, y: number, side: number) => [x, y, x + side, y, x + side, y + side, x, y + side]

test('an object of two parts is one annotation with two rings', async () => {
  const image = imageOf({ shapes: [polygonShape(SPOON, square(10, 10, 10), square(40, 20, 5))] })

  expect(await annotationsOf([image], segmentation)).toEqual([
    {
      id: 1,
      image_id: 0,
      category_id: 1,
      bbox: [10, 10, 35, 15],
      area: 125,
      segmentation: [square(10, 10, 10), square(40, 20, 5)],
      iscrowd: 0,
    },
  ])
})

test('a hole is joined to its outline and is missing from the area', async () => {
  const image = imageOf({ shapes: [polygonShape(SPOON, square(0, 0, 10), square(4, 4, 2))] })

  expect(await annotationsOf([image], segmentation)).toMatchObject([
    { area: 96, segmentation: [[0, 0, 10, 0, 10, 6, 6, 6, 6, 4, 4, 4, 4, 6, 6, 6, 10, 6, 10, 10, 0, 10]] },
  ])
})

test('where run lengths are wanted a hole stays a hole, and an object without one an outline', async () => {
  const shapes = [polygonShape(SPOON, square(0, 0, 10), square(4, 4, 2)), polygonShape(CRATE, square(40, 20, 5))]
  const texts = await textsOf(cocoRle.files(sourceOf(versionOf(segmentation), [imageOf({ shapes })])))

  const { annotations } = JSON.parse(texts['train/_annotations.coco.json'] ?? '')
  const [holed, plain] = annotations
  expect(holed).toMatchObject({ bbox: [0, 0, 10, 10], area: 96, segmentation: { size: [100, 200] }, iscrowd: 0 })
  expect(runLengthsFromText(holed.segmentation.counts)).toEqual({ ok: true, value: HOLED })
  expect(plain.segmentation).toEqual([square(40, 20, 5)])
})

/** Ten columns of ten pixels at the top left, two pixels missing in the middle of the fifth and the sixth. */
const HOLED = [0, 10, 90, 10, 90, 10, 90, 10, 90, 4, 2, 4, 90, 4, 2, 4, 90, 10, 90, 10, 90, 10, 90, 10, 200 * 100 - 910]

test('objects are cut at the border of the image, and slivers are left out', async () => {
  const shapes = [
    boxShape(CRATE, [-10, -10, 5, 5]),
    boxShape(CRATE, [199.5, 0, 300, 50]),
    boxShape(CRATE, [300, 0, 310, 10]),
    polygonShape(SPOON, [150, 50, 250, 50, 250, 80, 150, 80]),
  ]

  expect(await annotationsOf([imageOf({ shapes })])).toMatchObject([
    { id: 1, bbox: [0, 0, 5, 5], area: 25 },
    { id: 2, bbox: [150, 50, 50, 30], area: 1500 },
  ])
})

test('annotations are counted from 1 through a split and point to their image', async () => {
  const shapes = [boxShape(CRATE, [0, 0, 10, 10]), boxShape(SPOON, [20, 0, 30.1237, 10])]
  const images = [
    imageOf({ fileName: 'a.jpg', shapes }),
    imageOf({ fileName: 'b.jpg' }),
    imageOf({ fileName: 'c.jpg', shapes }),
  ]

  expect(await annotationsOf(images)).toMatchObject([
    { id: 1, image_id: 0, category_id: 2 },
    { id: 2, image_id: 0, category_id: 1, bbox: [20, 0, 10.124, 10], area: 101.237 },
    { id: 3, image_id: 2, category_id: 2 },
    { id: 4, image_id: 2, category_id: 1 },
  ])
})

test('the region of a crowd is said to be one, by its run lengths as plain numbers', async () => {
  const crowd = { ...boxShape(CRATE, [0, 0, 2, 3]), crowd: true as const }
  const image = imageOf({ width: 4, height: 4, shapes: [crowd] })

  expect(await annotationsOf([image], segmentation)).toMatchObject([
    { iscrowd: 1, area: 6, segmentation: { size: [4, 4], counts: [0, 3, 1, 3, 9] } },
  ])
  expect(await annotationsOf([image])).toMatchObject([{ iscrowd: 1, bbox: [0, 0, 2, 3], segmentation: [] }])
})

test('an image says what it was called when it was uploaded', async () => {
  const texts = await textsOf(coco.files(sourceOf(versionOf(), [imageOf({ originalName: 'Bucht 01.PNG' })])))

  expect(JSON.parse(texts['train/_annotations.coco.json'] ?? '').images).toMatchObject([
    { extra: { name: 'Bucht 01.PNG' } },
  ])
})

test('the label file lies among its images by code unit', async () => {
  const images = ['B_jpg.rf.1.jpg', 'a_jpg.rf.2.jpg'].map((fileName) => imageOf({ fileName, split: 'valid' }))
  const version = versionOf({ counts: { train: 0, valid: 2, test: 0 } })

  const files = await collect(coco.files(sourceOf(version, images)))

  expect(files.slice(2).map(({ path }) => path)).toEqual([
    'valid/B_jpg.rf.1.jpg',
    'valid/_annotations.coco.json',
    'valid/a_jpg.rf.2.jpg',
  ])
})

test('a known licence comes with its address, and names keep their quotes', async () => {
  const version = versionOf({ license: 'CC BY 4.0', projectName: 'the "harbor"', group: 'Gefäße' })

  expect(await labelsOf([imageOf()], version)).toMatchObject({
    info: { description: 'the "harbor" v3' },
    licenses: [{ id: 1, url: 'https://creativecommons.org/licenses/by/4.0/', name: 'CC BY 4.0' }],
    categories: [{ id: 0, name: 'Gefasse' }, { supercategory: 'Gefasse' }, { supercategory: 'Gefasse' }],
  })
})

async function annotationsOf(images: readonly NamedImage[], changes: Partial<ExportVersion> = {}) {
  return (await labelsOf(images, versionOf(changes))).annotations
}

async function labelsOf(images: readonly NamedImage[], version: ExportVersion) {
  const texts = await textsOf(coco.files(sourceOf(version, images)))
  return JSON.parse(texts['train/_annotations.coco.json'] ?? '')
}

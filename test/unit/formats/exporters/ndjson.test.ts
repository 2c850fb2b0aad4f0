import { expect, test } from 'vitest'
import { ndjson } from '#formats/exporters/ndjson'
import { describeExport } from '#formats/preview'
import {
  boxShape,
  CRATE,
  collect,
  imageOf,
  pointsShape,
  polygonShape,
  SPOON,
  sourceOf,
  textsOf,
  versionOf,
  wholeShape,
} from './kit.ts'

const square = (x: number, y: number, side: number) => [x, y, x + side, y, x + side, y + side, x, y + side]
const counts = { train: 1, valid: 1, test: 1 }

test('every line names a file of the archive and the split as trainers call it', async () => {
  const images = (['train', 'valid', 'test'] as const).map((split) => imageOf({ fileName: `${split}.jpg`, split }))
  const source = sourceOf(versionOf({ counts }), images)

  const paths = (await collect(ndjson.files(source))).map(({ path }) => path)
  const [, ...records] = await linesOf(source)

  expect(paths.slice(2)).toEqual([
    'harbor.ndjson',
    'images/train/train.jpg',
    'images/val/valid.jpg',
    'images/test/test.jpg',
  ])
  expect(records.map(({ file, url, split }) => ({ file, url, split }))).toEqual([
    { file: 'train.jpg', url: 'images/train/train.jpg', split: 'train' },
    { file: 'valid.jpg', url: 'images/val/valid.jpg', split: 'val' },
    { file: 'test.jpg', url: 'images/test/test.jpg', split: 'test' },
  ])
})

test('an image without a class lies in the archive, but no line says that it is of the first', async () => {
  const images = [imageOf({ fileName: 'a.jpg' }), imageOf({ fileName: 'b.jpg', shapes: [wholeShape(CRATE)] })]
  const source = sourceOf(versionOf({ projectType: 'single-label-classification' }), images)

  const [, ...records] = await linesOf(source)

  expect((await collect(ndjson.files(source))).map(({ path }) => path)).toContain('images/train/a.jpg')
  expect(records).toMatchObject([{ file: 'b.jpg', annotations: { classification: [1] } }])
})

test('without a point in any class there are boxes to learn, and no pose', async () => {
  const image = imageOf({ shapes: [pointsShape(CRATE, [20, 10, 80, 50], [{ x: 30, y: 20, visibility: 2 }])] })
  const classes = [{ id: CRATE, name: 'crate' }]

  const [dataset, record] = await linesOf(sourceOf(versionOf({ projectType: 'keypoint-detection', classes }), [image]))

  expect(dataset).toEqual({ type: 'dataset', task: 'detect', name: 'harbor', class_names: { 0: 'crate' }, path: '.' })
  expect(record).toMatchObject({ annotations: { boxes: [[0, 0.25, 0.3, 0.3, 0.4]] } })
})

test('each part of an object is an entry of its own', async () => {
  const image = imageOf({ shapes: [polygonShape(SPOON, square(0, 0, 10), square(100, 50, 50))] })

  const [, record] = await linesOf(sourceOf(versionOf({ projectType: 'instance-segmentation' }), [image]))

  expect(record?.annotations).toEqual({
    segments: [
      [0, 0, 0, 0.05, 0, 0.05, 0.1, 0, 0.1],
      [0, 0.5, 0.5, 0.75, 0.5, 0.75, 1, 0.5, 1],
    ],
  })
})

test('people see what is said of the image, and nothing where nothing is', async () => {
  const shapes = [boxShape(CRATE, [20, 10, 80, 50])]

  const labelled = await describeExport(ndjson, versionOf(), imageOf({ fileName: 'a.jpg', shapes }))
  const empty = await describeExport(ndjson, versionOf(), imageOf())

  expect(labelled.record?.split('\n')).toEqual([
    '{ "file": "a.jpg",',
    '  "split": "train",',
    '  "annotations": {"boxes":[[1, 0.25, 0.3, 0.3, 0.4]]} }',
  ])
  expect(empty.record).toBeUndefined()
})

test.each([
  ['object-detection', 'finds the images by "path"'],
  ['single-label-classification', 'for classification, Ultralytics downloads each "url"'],
] as const)('the README of %s says what readers need to come by the images', async (projectType, told) => {
  const { 'README.tessera.txt': text = '' } = await textsOf(
    ndjson.files(sourceOf(versionOf({ projectType }), [imageOf()])),
  )

  const reading = text.split('\n').filter((line) => line.startsWith('reading: '))
  expect(reading[0]).toContain('each "url" is the path of its image in this archive')
  expect(reading[1]).toContain(told)
  expect(reading[2]).toContain('"python3 -m http.server 8000"')
})

async function linesOf(source: ReturnType<typeof sourceOf>) {
  const { 'harbor.ndjson': text = '' } = await textsOf(ndjson.files(source))
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

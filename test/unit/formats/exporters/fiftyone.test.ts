import { expect, test } from 'vitest'
import { fiftyOne } from '#formats/exporters/fiftyone'
import { describeExport } from '#formats/preview'
import { boxShape, CRATE, collect, imageOf, sourceOf, textsOf, versionOf, wholeShape } from './kit.ts'

test('each split is a dataset of its own, its images found by their stems', async () => {
  const images = [
    imageOf({ fileName: 'a_jpg.rf.1.jpg', shapes: [boxShape(CRATE, [150, 10, 250, 50])] }),
    imageOf({ fileName: 'b_jpg.rf.2.jpg', split: 'valid' }),
  ]
  const source = sourceOf(versionOf({ counts: { train: 1, valid: 1, test: 0 } }), images)

  const paths = (await collect(fiftyOne.files(source))).map(({ path }) => path)
  const texts = await textsOf(fiftyOne.files(source))

  expect(paths.slice(2)).toEqual([
    'train/data/a_jpg.rf.1.jpg',
    'train/labels.json',
    'valid/data/b_jpg.rf.2.jpg',
    'valid/labels.json',
  ])
  expect(JSON.parse(texts['train/labels.json'] ?? '')).toEqual({
    classes: ['Loffel', 'crate'],
    labels: { 'a_jpg.rf.1': [{ label: 1, bounding_box: [0.75, 0.1, 0.25, 0.4] }] },
  })
  expect(JSON.parse(texts['valid/labels.json'] ?? '').labels).toEqual({ 'b_jpg.rf.2': [] })
})

test('people see the first box, or the class of the image', async () => {
  const boxed = imageOf({ shapes: [boxShape(CRATE, [20, 10, 80, 50])] })
  const classified = imageOf({ fileName: 'a.jpg', shapes: [wholeShape(CRATE)] })

  const boxes = await describeExport(fiftyOne, versionOf(), boxed)
  const classes = await describeExport(fiftyOne, versionOf({ projectType: 'single-label-classification' }), classified)

  expect(boxes.record).toBe('{ "label": 1,\n  "bounding_box": [0.1, 0.1, 0.3, 0.4] }')
  expect(classes.record).toBe('{ "a": 1 }')
})

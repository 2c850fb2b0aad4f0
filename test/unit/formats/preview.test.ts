import { expect, test } from 'vitest'
import { coco } from '#formats/exporters/coco'
import { yolov8 } from '#formats/exporters/yolov8'
import { describeExport } from '#formats/preview'
import { boxShape, CRATE, imageOf, polygonShape, SPOON, versionOf } from './kit.ts'

const counts = { train: 9114, valid: 1, test: 0 }
const sample = imageOf({ shapes: [boxShape(CRATE, [20, 10, 80, 50])] })

test('a COCO export shows its tree and its first annotation', async () => {
  const preview = await describeExport(coco, versionOf({ counts }), sample)

  expect(preview.fileName).toBe('harbor.v3.coco.zip')
  expect(preview.renamed).toEqual([{ from: 'Löffel', to: 'Loffel' }])
  expect(preview.record?.split('\n')).toEqual([
    '{ "id": 0,',
    '  "image_id": 0,',
    '  "category_id": 2,',
    '  "bbox": [20, 10, 60, 40],',
    '  "area": 2400,',
    '  "segmentation": [],',
    '  "iscrowd": 0 }',
  ])
  expect(drawn(preview)).toEqual([
    '*harbor.v3.coco.zip',
    ' ├ train',
    '*│ ├ _annotations.coco.json',
    ' │ └ 9,114 images',
    ' ├ valid',
    ' │ ├ _annotations.coco.json',
    ' │ └ 1 image',
    ' ├ README.dataset.txt',
    ' └ README.tessera.txt',
  ])
})

test('a YOLO export shows its folders and the first line of a label file', async () => {
  const version = versionOf({ counts: { ...counts, valid: 0 } })

  const preview = await describeExport(yolov8, version, sample)

  expect(preview.record).toBe('1 0.25 0.3 0.3 0.4')
  expect(drawn(preview)).toEqual([
    '*harbor.v3.yolov8.zip',
    ' ├ train',
    ' │ ├ images',
    ' │ │ └ 9,114 images',
    ' │ └ labels',
    '*│   └ 9,114 label files',
    ' ├ valid',
    ' │ ├ images',
    ' │ └ labels',
    ' ├ README.dataset.txt',
    ' ├ README.tessera.txt',
    ' └ data.yaml',
  ])
})

test('a long outline is cut to the width of the page', async () => {
  const ring = Array.from({ length: 80 }, (_, i) => (i % 2 === 0 ? i : 50 + (i % 30)))
  const image = imageOf({ shapes: [polygonShape(SPOON, ring)] })

  const { record = '' } = await describeExport(yolov8, versionOf({ projectType: 'instance-segmentation' }), image)

  expect(record).toHaveLength(60)
  expect(record.endsWith('…')).toBe(true)
})

test('without an object there is no record', async () => {
  expect((await describeExport(coco, versionOf(), imageOf())).record).toBeUndefined()
  expect((await describeExport(coco, versionOf())).record).toBeUndefined()
})

function drawn({ tree }: Awaited<ReturnType<typeof describeExport>>): string[] {
  return tree.map(({ text, strong }) => `${strong ? '*' : ' '}${text}`)
}

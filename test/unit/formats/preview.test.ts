import { expect, test } from 'vitest'
import { ProjectType } from '#common/contract/projects'
import { sentenceOf } from '#common/messages/sentence'
import { coco } from '#formats/exporters/coco'
import { cvat } from '#formats/exporters/cvat'
import { dota } from '#formats/exporters/dota'
import { folder } from '#formats/exporters/folder'
import { jsonl } from '#formats/exporters/jsonl'
import { kitti } from '#formats/exporters/kitti'
import { labelme } from '#formats/exporters/labelme'
import { multiclass } from '#formats/exporters/multiclass'
import { pngMask } from '#formats/exporters/png-mask'
import { EXPORTERS } from '#formats/exporters/registry'
import { tensorflow } from '#formats/exporters/tensorflow'
import { voc } from '#formats/exporters/voc'
import { vocSegmentation } from '#formats/exporters/voc-segmentation'
import { yolov8 } from '#formats/exporters/yolo'
import { describeExport } from '#formats/preview'
import {
  boxShape,
  CRATE,
  collect,
  harbor,
  imageOf,
  polygonShape,
  SPOON,
  versionOf,
  wholeShape,
} from './exporters/kit.ts'

const counts = { train: 9114, valid: 1, test: 0 }
const sample = imageOf({ shapes: [boxShape(CRATE, [20, 10, 80, 50])] })

test('a COCO export shows its tree and its first annotation', async () => {
  const preview = await describeExport(coco, versionOf({ counts }), sample)

  expect(preview.fileName).toBe('harbor.v3.coco.zip')
  expect(preview.renamed).toEqual([{ from: 'Löffel', to: 'Loffel' }])
  expect(preview.record?.split('\n')).toEqual([
    '{ "id": 1,',
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
    '*│   └ 9,114 annotation files',
    ' ├ valid',
    ' │ ├ images',
    ' │ └ labels',
    ' ├ README.dataset.txt',
    ' ├ README.tessera.txt',
    ' └ data.yaml',
  ])
})

test('one folder stands for those of all classes', async () => {
  const version = versionOf({ projectType: 'single-label-classification' })
  const fileName = 'bay_jpg.rf.0123456789abcdef0123456789abcdef.jpg'

  const preview = await describeExport(folder, version, imageOf({ fileName, shapes: [wholeShape(CRATE)] }))

  expect(preview.record).toBe('train/crate/bay_jpg.rf.0123….jpg')
  expect(drawn(preview)).toEqual([
    '*harbor.v3.folder.zip',
    ' ├ train',
    ' │ └ each class',
    ' │   └ 2 images',
    ' ├ README.dataset.txt',
    ' └ README.tessera.txt',
  ])
})

test.each([
  [pngMask, 'semantic-segmentation', 'Pixel Value, Class\n2, crate'],
  [multiclass, 'multi-label-classification', 'filename, Loffel, crate\nbay-01_png.rf.0123….jpg, 1, 1'],
  [tensorflow, 'object-detection', 'bay-01_png.rf.0123….jpg,200,100,crate,20,10,80,50'],
  [
    jsonl,
    'text-image-pairs',
    '{ "image": "bay-01_png.rf.0123….jpg",\n  "prefix": "What floats?",\n  "suffix": "A “crate”,\\nand a spoon." }',
  ],
  [voc, 'instance-segmentation', '<xmin>21</xmin>\n    <xmax>80</xmax>'],
  [dota, 'object-detection', '20.0 10.0 80.0 10.0 80.0 50.0 20.0 50.0 crate 0'],
  [kitti, 'object-detection', 'crate 0.00 0 -10 20.00 10.00 80.00 50.00 -1 -1 -1 -1000 -10…'],
  [labelme, 'object-detection', '{ "label": "crate",\n  "points": [[20,10],[80,50]],'],
  [labelme, 'multi-label-classification', '{ "flags": {"Loffel":true,"crate":true} }'],
  [cvat, 'single-label-classification', '<tag label="crate"></tag>'],
  [cvat, 'keypoint-detection', '<skeleton label="crate" z_order="0">\n  <points label="left end"'],
  [vocSegmentation, 'semantic-segmentation', 'crate:0,128,0::'],
  [yolov8, 'keypoint-detection', '1 0.25 0.3 0.3 0.4 0.15 0.2 2 0.35 0.4 1'],
] as const)('the record of %o in %s is one of this very data', async (exporter, projectType, record) => {
  const source = harbor({ projectType })
  const [bay] = await collect(source.images('train'))

  const preview = await describeExport(exporter, source.version, bay)

  expect(preview.record).toContain(record)
})

test('what is kept is said of each type of project', () => {
  expect([
    sentenceOf(coco.keeps('object-detection')),
    sentenceOf(coco.keeps('instance-segmentation')),
    sentenceOf(coco.keeps('keypoint-detection')),
  ]).toEqual([
    'Boxes, rotated boxes with their corners, in one JSON file for each split. Lines and points are skipped.',
    'Outlines with all their parts; masks as outlines along their pixel edges, in one JSON file for each split. Lines and points are skipped.',
    'Boxes with keypoints, in one JSON file for each split.',
  ])
})

test('what all splits lay into one folder is one number', async () => {
  const preview = await describeExport(vocSegmentation, versionOf({ counts }))

  expect(drawn(preview)).toEqual([
    '*harbor.v3.voc-segmentation.zip',
    ' ├ Annotations',
    '*│ └ 9,115 annotation files',
    ' ├ ImageSets',
    ' │ └ Segmentation',
    ' │   ├ train.txt',
    ' │   └ val.txt',
    ' ├ JPEGImages',
    ' │ └ 9,115 images',
    ' ├ SegmentationClass',
    ' │ └ 9,115 masks',
    ' ├ SegmentationObject',
    ' │ └ 9,115 masks',
    ' ├ README.dataset.txt',
    ' ├ README.tessera.txt',
    ' └ labelmap.txt',
  ])
})

test('masks and images are counted each for themselves', async () => {
  const preview = await describeExport(pngMask, versionOf({ counts }))

  expect(drawn(preview).slice(1, 5)).toEqual([' ├ train', '*│ ├ _classes.csv', ' │ ├ 9,114 images', ' │ └ 9,114 masks'])
})

test.each(EXPORTERS.map((exporter) => ({ exporter, id: exporter.id })))(
  'an image without labels has no record as $id',
  async ({ exporter }) => {
    for (const projectType of ProjectType.options.filter((type) => exporter.tasks[type])) {
      expect((await describeExport(exporter, versionOf({ projectType }), imageOf())).record).toBeUndefined()
    }
  },
)

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
  return tree.map(({ branches, says, strong }) => {
    return `${strong ? '*' : ' '}${branches}${typeof says === 'string' ? says : sentenceOf(says)}`
  })
}

test('objects that are cut out are no certain number of images', async () => {
  const preview = await describeExport(folder, versionOf({ counts: { train: 2, valid: 0, test: 0 } }), sample)

  expect(preview.record).toBe('train/crate/quay_jpg.rf.fedc…_0001.jpg')
  expect(drawn(preview)).toEqual([
    '*harbor.v3.folder.zip',
    ' ├ train',
    ' │ └ each class',
    ' │   └ one image for each object',
    ' ├ README.dataset.txt',
    ' └ README.tessera.txt',
  ])
})

import sharp from 'sharp'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { foreignReading } from '#compose/dataset-reading/readers'
import { reasonsInWords } from '#test/kit/in-words'
import { datasetProject, importChecked, planOf, type SentFile } from '../../../kit/datasets.ts'
import { someImage } from '../../../kit/images.ts'
import { type TestStation, testStation } from '../../../kit/station.ts'

const reading = foreignReading()
let station: TestStation

beforeEach(async () => {
  station = await testStation({ foreign: reading })
})

afterEach(async () => station.close())
afterAll(async () => reading.close())

interface Declared {
  readonly width: number
  readonly height: number
}

function coco({ width, height }: Declared): SentFile {
  const content = JSON.stringify({
    images: [{ id: 1, file_name: 'a.jpg', width, height }],
    categories: [{ id: 1, name: 'cat' }],
    annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [20, 20, 40, 40], area: 1600, iscrowd: 0 }],
  })
  return { path: 'labels.json', content }
}

function voc({ width, height }: Declared): SentFile {
  const box = '<bndbox><xmin>21</xmin><ymin>21</ymin><xmax>60</xmax><ymax>60</ymax></bndbox>'
  const size = `<size><width>${width}</width><height>${height}</height><depth>3</depth></size>`
  const content = `<annotation><filename>a.jpg</filename>${size}<object><name>cat</name>${box}</object></annotation>`
  return { path: 'a.xml', content }
}

function table({ width, height }: Declared): SentFile {
  const content = `filename,width,height,class,xmin,ymin,xmax,ymax\na.jpg,${width},${height},cat,20,20,60,60\n`
  return { path: 'labels.csv', content }
}

function labelMe({ width, height }: Declared): SentFile {
  const shapes = [
    {
      label: 'cat',
      shape_type: 'rectangle',
      points: [
        [20, 20],
        [60, 60],
      ],
      flags: {},
      group_id: null,
    },
  ]
  const about = { imagePath: 'a.jpg', imageData: null, imageWidth: width, imageHeight: height }
  return { path: 'a.json', content: JSON.stringify({ version: '5.5.0', flags: {}, shapes, ...about }) }
}

function cvat({ width, height }: Declared): SentFile {
  const box = '<box label="cat" xtl="20" ytl="20" xbr="60" ybr="60" occluded="0"/>'
  const image = `<image id="0" name="a.jpg" width="${width}" height="${height}">${box}</image>`
  return { path: 'annotations.xml', content: `<annotations><version>1.1</version>${image}</annotations>` }
}

function supervisely(size: Declared): SentFile {
  const points = {
    exterior: [
      [20, 20],
      [60, 60],
    ],
    interior: [],
  }
  const objects = [{ classTitle: 'cat', geometryType: 'rectangle', points, tags: [] }]
  return { path: 'ann/a.jpg.json', content: JSON.stringify({ description: '', tags: [], size, objects }) }
}

function datumaro({ width, height }: Declared): SentFile {
  const annotations = [{ id: 0, type: 'bbox', label_id: 0, group: 0, bbox: [20, 20, 40, 40] }]
  const item = { id: 'a', annotations, image: { path: 'a.jpg', size: [height, width] } }
  const categories = { label: { labels: [{ name: 'cat', parent: '' }], attributes: [] } }
  return { path: 'annotations/train.json', content: JSON.stringify({ info: {}, categories, items: [item] }) }
}

function sam({ width, height }: Declared): SentFile {
  const annotation = { id: 1, label: 'cat', bbox: [20, 20, 40, 40] }
  const image = { image_id: 1, width, height, file_name: 'a.jpg' }
  return { path: 'a.json', content: JSON.stringify({ image, annotations: [annotation] }) }
}

function sageMaker({ width, height }: Declared): SentFile {
  const annotations = [{ class_id: 0, left: 20, top: 20, width: 40, height: 40 }]
  const job = { annotations, image_size: [{ width, height, depth: 3 }] }
  const metadata = { 'class-map': { 0: 'cat' }, objects: [{ confidence: 1 }], type: 'groundtruth/object-detection' }
  const content = JSON.stringify({ 'source-ref': 's3://bucket/a.jpg', job, 'job-metadata': metadata })
  return { path: 'output.manifest', content }
}

function labelbox({ width, height }: Declared): SentFile {
  const objects = [{ name: 'cat', bounding_box: { left: 20, top: 20, width: 40, height: 40 } }]
  const row = {
    data_row: { id: 'ck1', external_id: 'a.jpg', row_data: 'https://storage.example/a.jpg' },
    media_attributes: { width, height },
    projects: { p: { labels: [{ annotations: { objects, classifications: [] } }] } },
  }
  return { path: 'export.ndjson', content: JSON.stringify(row) }
}

/** In hundredths of the size that it states. */
function inHundredths({ width, height }: Declared) {
  return { x: 2000 / width, y: 2000 / height, width: 4000 / width, height: 4000 / height, rotation: 0 }
}

function labelStudio(size: Declared): SentFile {
  const { width: original_width, height: original_height } = size
  const value = { ...inHundredths(size), rectanglelabels: ['cat'] }
  const result = [{ id: 'x', type: 'rectanglelabels', original_width, original_height, image_rotation: 0, value }]
  const task = { id: 1, data: { image: '/data/upload/1/a.jpg' }, annotations: [{ id: 1, result }] }
  return { path: 'tasks.json', content: JSON.stringify([task]) }
}

function labelStudioMin(size: Declared): SentFile {
  const region = { ...inHundredths(size), rectanglelabels: ['cat'] }
  const label = [{ ...region, original_width: size.width, original_height: size.height }]
  const task = { id: 1, image: '/data/upload/1/a.jpg', label, annotator: 1, annotation_id: 1 }
  return { path: 'tasks.json', content: JSON.stringify([task]) }
}

const FORMATS = [
  ['COCO', coco],
  ['VOC', voc],
  ['TensorFlow', table],
  ['LabelMe', labelMe],
  ['CVAT', cvat],
  ['Supervisely', supervisely],
  ['Datumaro', datumaro],
  ['Segment Anything', sam],
  ['SageMaker', sageMaker],
  ['Labelbox', labelbox],
  ['Label Studio', labelStudio],
  ['Label Studio JSON-MIN', labelStudioMin],
] as const

async function imported(image: Buffer, labels: SentFile) {
  const project = await datasetProject(station)
  const { dataset, ...plan } = await planOf(station, project, [{ path: 'a.jpg', content: image }, labels])
  const told = station.datasets.problems(dataset, { offset: 0, limit: 10 })
  const { taskId } = await importChecked(station, dataset)
  const { rows } = await station.services.images.page(project, { filter: {}, sort: 'name', offset: 0, limit: 9 })
  const opened = rows[0] && (await station.services.annotations.open(project, rows[0].id))
  const { rows: report } = await station.imports.report(taskId, 'note', { offset: 0, limit: 10 })
  return {
    plan,
    reasons: told.ok ? reasonsInWords(told.value.rows).map(({ reason }) => reason) : [],
    report: reasonsInWords(report).map(({ reason }) => reason),
    labels: opened?.ok ? opened.value : undefined,
  }
}

const image = async (width: number, height: number) =>
  sharp(await someImage(width, height))
    .jpeg()
    .toBuffer()

test.each(FORMATS)('%s labels of an image twice as large are scaled, and that is told once', async (_, labels) => {
  const found = await imported(await image(100, 80), labels({ width: 200, height: 160 }))

  expect(found.labels?.shapes).toMatchObject([{ kind: 'box', box: { x0: 10, y0: 10, x1: 30, y1: 30 } }])
  const note = 'The annotation file states another size for 1 image. Its annotations were scaled to the image.'
  expect(found.reasons).toEqual([note])
  expect(found.report).toEqual([note])
})

test.each(FORMATS)(
  '%s labels of an image of another shape are skipped, and both sizes are named',
  async (_, labels) => {
    const found = await imported(await image(100, 80), labels({ width: 200, height: 200 }))

    expect(found.labels).toMatchObject({ shapes: [], isNull: false })
    const reason =
      'a.jpg: the image has 100 × 80 pixels, the annotation file states 200 × 200; its annotations are skipped'
    expect(found.reasons).toEqual([reason])
    expect(found.report).toEqual([reason])
    expect(found.plan.labels).toMatchObject({ unreadable: 1, annotated: 0 })
  },
)

const TURNS = [
  ['6, clockwise', 6, { x0: 20, y0: 20, x1: 60, y1: 60 }],
  ['8, counter-clockwise', 8, { x0: 20, y0: 40, x1: 60, y1: 80 }],
] as const

test.each(
  TURNS.flatMap((turn) => ([coco, labelStudio, labelStudioMin] as const).map((labels) => [...turn, labels] as const)),
)('labels of the stored frame follow the EXIF turn %s', async (_, orientation, box, labels) => {
  const turned = await sharp(await someImage(100, 80))
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer()

  const found = await imported(turned, labels({ width: 100, height: 80 }))

  expect(found.labels?.shapes).toMatchObject([{ kind: 'box', box }])
  const note = 'The annotation file describes 1 image before its EXIF rotation. Its annotations were rotated with it.'
  expect(found.reasons).toEqual([note])
  expect(found.report).toEqual([note])
})

test('sizes that are as good as the same, or that a file does not know, change nothing', async () => {
  for (const size of [
    { width: 101, height: 80 },
    { width: 0, height: 0 },
    { width: 100, height: 80 },
  ]) {
    const found = await imported(await image(100, 80), coco(size))

    expect(found.labels?.shapes).toMatchObject([{ box: { x0: 20, y0: 20, x1: 60, y1: 60 } }])
    expect(found.reasons).toEqual([])
  }
})

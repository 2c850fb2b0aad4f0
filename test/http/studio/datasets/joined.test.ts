import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { foreignReading } from '#compose/dataset-reading/readers'
import { reasonsInWords } from '#test/kit/in-words'
import { datasetProject, imagesOf, importChecked, planOf, type SentFile } from '../../../kit/datasets.ts'
import { someImage } from '../../../kit/images.ts'
import { type TestStation, testStation } from '../../../kit/station.ts'

const reading = foreignReading()
let station: TestStation

beforeEach(async () => {
  station = await testStation({ foreign: reading })
})

afterEach(async () => station.close())
afterAll(async () => reading.close())

const NAMES = ['1.png', '2.png'] as const

async function imageFiles(): Promise<readonly SentFile[]> {
  return Promise.all(NAMES.map(async (path) => ({ path, content: await someImage(16, 16) })))
}

/** A COCO file that lists both images, with a box of the class on each of some. */
function coco(className: string, on: readonly number[], left = 2): string {
  return JSON.stringify({
    images: NAMES.map((name, index) => ({ id: index + 1, file_name: name, width: 16, height: 16 })),
    categories: [{ id: 1, name: className }],
    annotations: on.map((image, index) => ({
      id: index + 1,
      image_id: image,
      category_id: 1,
      iscrowd: 0,
      bbox: [left, 2, 6, 6],
      area: 36,
    })),
  })
}

function cvat(className: string, on: number): string {
  const box = `<box label="${className}" xtl="2" ytl="2" xbr="8" ybr="8" occluded="0"/>`
  const images = NAMES.map(
    (name, index) =>
      `<image id="${index}" name="${name}" width="16" height="16">${index + 1 === on ? box : ''}</image>`,
  )
  return `<annotations><version>1.1</version>${images.join('')}</annotations>`
}

function createMl(className: string, on: number): string {
  const annotations = [{ label: className, coordinates: { x: 5, y: 5, width: 6, height: 6 } }]
  return JSON.stringify(NAMES.map((image, index) => ({ image, annotations: index + 1 === on ? annotations : [] })))
}

function labelStudio(className: string, on: number): string {
  const value = { x: 10, y: 10, width: 40, height: 40, rotation: 0, rectanglelabels: [className] }
  const result = [{ id: 'a', type: 'rectanglelabels', from_name: 'label', to_name: 'image', value }]
  return JSON.stringify(
    NAMES.map((image, index) => ({
      id: index + 1,
      data: { image: `/data/upload/1/${image}` },
      annotations: [{ id: index, was_cancelled: false, result: index + 1 === on ? result : [] }],
    })),
  )
}

function voc(name: string, className?: string): string {
  const box = '<bndbox><xmin>3</xmin><ymin>3</ymin><xmax>8</xmax><ymax>8</ymax></bndbox>'
  const object = className === undefined ? '' : `<object><name>${className}</name>${box}</object>`
  const size = '<size><width>16</width><height>16</height><depth>3</depth></size>'
  return `<annotation><filename>${name}</filename>${size}${object}</annotation>`
}

const LAYOUTS: readonly (readonly [string, readonly SentFile[]])[] = [
  [
    'COCO',
    [
      { path: 'cat.json', content: coco('cat', [1]) },
      { path: 'dog.json', content: coco('dog', [2]) },
    ],
  ],
  [
    'COCO, the first without any annotation',
    [
      { path: 'empty.json', content: coco('cat', []) },
      { path: 'labels.json', content: coco('dog', [1, 2]) },
    ],
  ],
  [
    'CVAT',
    [
      { path: 'a.xml', content: cvat('cat', 1) },
      { path: 'b.xml', content: cvat('dog', 2) },
    ],
  ],
  [
    'CreateML',
    [
      { path: 'a.json', content: createMl('cat', 1) },
      { path: 'b.json', content: createMl('dog', 2) },
    ],
  ],
  [
    'Label Studio',
    [
      { path: 'a.json', content: labelStudio('cat', 1) },
      { path: 'b.json', content: labelStudio('dog', 2) },
    ],
  ],
  [
    'VOC',
    [
      { path: 'A/1.xml', content: voc('1.png') },
      { path: 'A/2.xml', content: voc('2.png', 'cat') },
      { path: 'B/1.xml', content: voc('1.png', 'dog') },
      { path: 'B/2.xml', content: voc('2.png') },
    ],
  ],
]

test.each(LAYOUTS)('two label files in %s that list the same images make no image a negative', async (_, labels) => {
  const project = await datasetProject(station)

  const { dataset, ...plan } = await planOf(station, project, [...(await imageFiles()), ...labels])
  await importChecked(station, dataset)

  expect(plan.labels).toMatchObject({ annotated: 2, objects: 2, nothing: 0 })
  expect(await imagesOf(station, project)).toMatchObject({
    '1.png': { shapes: 1, isNull: false },
    '2.png': { shapes: 1, isNull: false },
  })
})

test('objects of all label files of an image come together, and what two of them say counts once', async () => {
  const project = await datasetProject(station)
  const labels = [
    { path: 'all.json', content: coco('cat', [1, 2]) },
    { path: 'more.json', content: coco('dog', [2]) },
    { path: 'train.json', content: coco('cat', [2]) },
  ]

  const { dataset, ...plan } = await planOf(station, project, [...(await imageFiles()), ...labels])
  const task = await importChecked(station, dataset)

  expect(plan.labels).toMatchObject({ annotated: 2, objects: 3 })
  expect(plan.classes.map(({ name, objects, images: count }) => [name, objects, count])).toEqual([
    ['cat', 2, 2],
    ['dog', 1, 1],
  ])
  expect(await imagesOf(station, project)).toMatchObject({ '1.png': { shapes: 1 }, '2.png': { shapes: 2 } })
  expect(task.result).toMatchObject({ added: 2, annotated: 2 })
  const reason = '1 image has annotations in several files or entries. They were combined.'
  const note = { path: 'more.json', outcome: 'note', image: null, existing: null, reason }
  const report = await station.imports.report(task.taskId, 'note', { offset: 0, limit: 10 })
  expect(reasonsInWords(report.rows)).toEqual([note])
})

test('the rows of a second table join those of the first', async () => {
  const project = await datasetProject(station)
  const table = (className: string, left: number) =>
    `filename,width,height,class,xmin,ymin,xmax,ymax\n1.png,16,16,${className},${left},2,${left + 4},8\n`
  const labels = [
    { path: 'a.csv', content: table('cat', 1) },
    { path: 'b.csv', content: table('dog', 7) },
  ]

  const { dataset } = await planOf(station, project, [...(await imageFiles()), ...labels])
  await importChecked(station, dataset)

  expect(await imagesOf(station, project)).toMatchObject({
    '1.png': { shapes: 2 },
    '2.png': { shapes: 0, isNull: false },
  })
})

test('an image is in the split of the file that has its objects', async () => {
  const project = await datasetProject(station)
  const labels = [
    { path: 'train.json', content: coco('cat', [1]) },
    { path: 'val.json', content: coco('cat', [2]) },
  ]

  const { dataset, ...plan } = await planOf(station, project, [...(await imageFiles()), ...labels])
  await importChecked(station, dataset)

  expect(plan.splits).toEqual({ train: 1, valid: 1, test: 0 })
  expect(await imagesOf(station, project)).toMatchObject({ '1.png': { split: 'train' }, '2.png': { split: 'valid' } })
})

test('an image of which one file says what cannot be read is no negative of another', async () => {
  const broken = coco('cat', [1]).replace('[2,2,6,6]', '"all"')
  for (const [first, second] of [
    [coco('cat', []), broken],
    [broken, coco('cat', [])],
  ] as const) {
    const project = await datasetProject(station)
    const labels = [
      { path: 'a.json', content: first },
      { path: 'b.json', content: second },
    ]

    const { dataset, ...plan } = await planOf(station, project, [...(await imageFiles()), ...labels])
    await importChecked(station, dataset)

    expect(plan.labels).toMatchObject({ nothing: 1, unreadable: 1 })
    expect(await imagesOf(station, project)).toMatchObject({ '1.png': { isNull: false }, '2.png': { isNull: true } })
  }
})

test('an image that is labelled already keeps its annotations before the objects of several files', async () => {
  const project = await datasetProject(station)
  const images = await imageFiles()
  const first = await planOf(station, project, [...images, { path: 'a.json', content: coco('hen', [1], 9) }])
  await importChecked(station, first.dataset)
  const labels = [
    { path: 'cat.json', content: coco('cat', [1]) },
    { path: 'dog.json', content: coco('dog', [1]) },
  ]

  const kept = await planOf(station, project, [...images, ...labels])
  await importChecked(station, kept.dataset)
  expect(await imagesOf(station, project)).toMatchObject({ '1.png': { shapes: 1 } })
  const replaced = await planOf(station, project, [...images, ...labels])
  await importChecked(station, replaced.dataset, { labelled: 'replace' })

  expect(await imagesOf(station, project)).toMatchObject({ '1.png': { shapes: 2 } })
})

test('joined annotations stay when a copy of the image comes after them with some of the same', async () => {
  const project = await datasetProject(station)
  const content = await someImage(16, 16)
  const again = Array.from({ length: 100 }, (_, at) => ({ path: `C${at}/1.xml`, content: voc('1.png', 'cat') }))
  const files = [
    ...NAMES.map((path) => ({ path, content })),
    { path: 'A/1.xml', content: voc('1.png', 'cat') },
    { path: 'B/1.xml', content: voc('1.png', 'dog') },
    // These wait for one another, so that the copy comes last however many images are under way.
    ...again,
    { path: 'Z/2.xml', content: voc('2.png', 'cat') },
  ]

  const { dataset } = await planOf(station, project, files)
  await importChecked(station, dataset, { labelled: 'replace' })

  expect(await imagesOf(station, project)).toMatchObject({ '1.png': { shapes: 2 } })
})

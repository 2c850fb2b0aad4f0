import { afterAll, beforeAll, expect, test } from 'vitest'
import { reasonsInWords } from '#test/kit/in-words'
import { cocoText } from '../../../kit/coco-dataset.ts'
import { datasetProject, importChecked, planOf, type SentFile } from '../../../kit/datasets.ts'
import { someImage } from '../../../kit/images.ts'
import { type TestStation, testStation } from '../../../kit/station.ts'
import { photo } from '../../../kit/station-process.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

async function reviewed(files: readonly SentFile[], type?: string) {
  const project = await datasetProject(station, type)
  const plan = await planOf(station, project, files)
  const told = station.datasets.problems(plan.dataset, { offset: 0, limit: 50 })
  const rows = told.ok ? told.value.rows : []
  const { result, taskId } = await importChecked(station, plan.dataset)
  const report = await station.imports.report(taskId, 'all', { offset: 0, limit: 50 })
  return { plan, rows: reasonsInWords(rows), result, report: report.rows }
}

test('a cut file is found before the import, and the import brings what the review said', async () => {
  const whole = await photo('coffee.jpg')
  const files = [
    { path: 'good.jpg', content: whole },
    { path: 'good.txt', content: '0 0.5 0.5 0.2 0.2' },
    { path: 'cut.jpg', content: whole.subarray(0, 9000) },
    { path: 'cut.txt', content: '0 0.5 0.5 0.2 0.2' },
    { path: 'bad.png', content: await someImage() },
    { path: 'bad.txt', content: 'hello world this is no label' },
    // Whole but for its end marker, which decoders do not need.
    { path: 'open.jpg', content: (await photo('clock.jpg')).subarray(0, -2) },
    { path: 'data.yaml', content: 'names: [cup]' },
  ]

  const { plan, result } = await reviewed(files)

  const { added, refused, annotated } = result ?? {}
  expect(plan.images).toMatchObject({ new: added, refused: refused })
  expect(plan.images.refused).toBeGreaterThan(0)
  expect(plan.labels).toMatchObject({ annotated, unreadable: 1, unfit: 0, lost: 0 })
  const { nothing, silent } = plan.labels
  expect(plan.labels.annotated + nothing + silent + 1).toBe(plan.images.new)
})

const cutVoc = '<annotation><filename>b.png</filename><object><name>crate</na'
const cutJson = '{"version": "5.0", "imagePath": "b.png", "sha'

test.each([
  { kind: 'Pascal VOC', whole: vocText('crate'), faulty: { path: 'b.xml', content: cutVoc } },
  { kind: 'YOLO', whole: '0 .5 .5 .2 .2', faulty: { path: 'b.txt', content: Buffer.from([0xff, 0xfe, 0x80]) } },
  { kind: 'LabelMe', whole: labelMeText('crate'), faulty: { path: 'b.json', content: cutJson } },
])(
  'a $kind file that cannot be read at all is no silence about its image, and is told as often as the import tells it',
  async ({ whole, faulty }) => {
    const ending = faulty.path.split('.').at(-1)
    const { plan, rows, result, report } = await reviewed([
      { path: 'a.png', content: await someImage(16, 16) },
      { path: `a.${ending}`, content: whole },
      { path: 'b.png', content: await someImage(16, 16) },
      faulty,
      { path: 'bad.png', content: 'no image' },
      { path: `bad.${ending}`, content: whole },
      ...(ending === 'txt' ? [{ path: 'data.yaml', content: 'names: [crate]' }] : []),
    ])

    expect(plan.labels).toMatchObject({ annotated: 1, silent: 0, unreadable: 1 })
    expect(result).toMatchObject({ refused: plan.images.refused, problems: plan.problems, notes: plan.notes })
    expect(rows).toHaveLength(report.filter(({ outcome }) => outcome !== 'added').length)
  },
)

test('files that are unused on purpose make no import look failed', async () => {
  const images = [{ name: 'a.png', width: 64, height: 48, objects: [['cup', 1, 1, 20, 20]] as const }]
  const files = [
    { path: 'images/a.png', content: await someImage(64, 48) },
    { path: 'annotations/instances_train2017.json', content: cocoText(images) },
    { path: 'annotations/captions_train2017.json', content: cocoText(images) },
    { path: 'annotations/person_keypoints_train2017.json', content: cocoText(images) },
  ]

  const { plan, rows, result, report } = await reviewed(files)

  expect(plan).toMatchObject({ problems: 0, notes: 2 })
  expect(rows.map(({ isNote }) => isNote)).toEqual([true, true])
  expect(result).toMatchObject({ added: 1, refused: 0, problems: 0, notes: 2 })
  expect(report.map(({ outcome }) => outcome)).toEqual(['added', 'note', 'note'])
})

test('images without keypoints are told once, each with its name and the reason', async () => {
  const listed = ['a.png', 'b.png'].map((name) => ({ name, width: 64, height: 48 }))
  const instances = cocoText(listed.map((each) => ({ ...each, objects: [['person', 1, 1, 20, 20]] as const })))
  const poses = JSON.stringify({
    images: listed.map(({ name, width, height }, id) => ({ id, file_name: name, width, height })),
    categories: [{ id: 1, name: 'person', keypoints: ['head'], skeleton: [] }],
    annotations: [{ id: 1, image_id: 0, category_id: 1, bbox: [1, 1, 20, 20], keypoints: [5, 5, 2], num_keypoints: 1 }],
  })
  const files = [
    { path: 'images/a.png', content: await someImage(64, 48) },
    { path: 'images/b.png', content: await someImage(64, 48) },
    { path: 'annotations/instances_train2017.json', content: instances },
    { path: 'annotations/person_keypoints_train2017.json', content: poses },
  ]

  const { plan, rows } = await reviewed(files, 'keypoint-detection')

  expect(plan.labels).toMatchObject({ annotated: 1, silent: 0, unfit: 1, unreadable: 0 })
  expect(rows.map(({ path, reason }) => [path, reason])).toEqual([
    ['annotations/instances_train2017.json', 'File not used: this project uses person_keypoints_train2017.json.'],
    [
      'annotations/person_keypoints_train2017.json',
      'b.png: the objects have no keypoints, so the image stays unannotated',
    ],
  ])
})

test('files that are neither images nor annotations are named', async () => {
  const files = [
    { path: 'a.png', content: await someImage() },
    { path: 'a.txt', content: '0 0.5 0.5 0.2 0.2' },
    { path: 'data.yaml', content: 'names: [cup]' },
    { path: 'logo.svg', content: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
    { path: 'clip.mp4', content: 'a film' },
    { path: 'report.docx', content: 'a text' },
    { path: 'README.md', content: 'About this' },
  ]

  const { plan, rows } = await reviewed(files)

  expect(plan.images).toMatchObject({ new: 1, refused: 1 })
  expect(rows).toMatchObject([
    { path: 'logo.svg', reason: expect.stringContaining('SVG files are not supported'), isNote: false },
    { path: 'clip.mp4, report.docx', reason: '2 other files are not used.', isNote: true },
  ])
})

function vocText(name: string): string {
  const box = '<bndbox><xmin>3</xmin><ymin>3</ymin><xmax>8</xmax><ymax>8</ymax></bndbox>'
  const size = '<size><width>16</width><height>16</height><depth>3</depth></size>'
  return `<annotation>${size}<object><name>${name}</name>${box}</object></annotation>`
}

function labelMeText(label: string): string {
  const [first, second] = [
    [1, 1],
    [8, 8],
  ]
  const shapes = [{ label, points: [first, second], shape_type: 'rectangle' }]
  return JSON.stringify({ version: '5.0', imageHeight: 16, imageWidth: 16, shapes })
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { editName } from '#common/annotation/edit-name'
import type { TaskId } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import { reasonsInWords } from '#test/kit/in-words'
import { cocoDataset, cocoText } from '../../../kit/coco-dataset.ts'
import { checkFiles, datasetProject, imagesOf, importChecked, openDataset, planOf } from '../../../kit/datasets.ts'
import { someImage } from '../../../kit/images.ts'
import { inWords } from '../../../kit/in-words.ts'
import { type TestStation, testStation } from '../../../kit/station.ts'
import { makeZip } from '../../../kit/zip-maker.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

const IMPORTED = {
  'astronaut.jpg': { split: 'valid', shapes: 1, isNull: false, undo: [editName('edit-import')] },
  'brick.jpg': { split: 'train', shapes: 0, isNull: true, undo: [] },
  'camera.jpg': { split: 'train', shapes: 0, isNull: false, undo: [] },
  'chelsea.jpg': { split: 'train', shapes: 1, isNull: false, undo: [editName('edit-import')] },
  'clock.jpg': { split: 'valid', shapes: 0, isNull: false, undo: [] },
  'coffee.jpg': { split: 'train', shapes: 2, isNull: false, undo: [editName('edit-import')] },
  'coins.png': { split: 'train', shapes: 2, isNull: false, undo: [editName('edit-import')] },
  'rocket.jpg': { split: 'valid', shapes: 1, isNull: false, undo: [editName('edit-import')] },
}

describe.each([
  { kind: 'folder', wrap: <Entries>(entries: Entries) => entries },
  {
    kind: 'ZIP file',
    wrap: (entries: Awaited<ReturnType<typeof cocoDataset>>) => [{ path: 'bay.zip', content: makeZip(entries) }],
  },
])('a dataset as a $kind', ({ wrap }) => {
  test('is described without a trace in the project, and then imported as described', async () => {
    const project = await datasetProject(station)
    const before = await station.storedBlobs()

    const plan = await planOf(station, project, wrap(await cocoDataset()))

    expect(plan).toMatchObject({
      formats: [{ id: 'coco', title: 'COCO', files: 2 }],
      format: 'coco',
      images: { new: 8, there: 0, matched: 0, refused: 1, labelled: 0 },
      labels: { objects: 7, annotated: 5, nothing: 1, silent: 1, unfit: 0, unreadable: 1, lost: 1 },
      splits: { train: 5, valid: 3, test: 0 },
      classCount: 7,
      problems: 2,
    })
    expect(plan.samples).toHaveLength(5)
    expect(await station.storedBlobs()).toEqual(before)
    expect(await imagesOf(station, project)).toEqual({})

    const task = await importChecked(station, plan.dataset)

    expect(task).toMatchObject({
      status: 'completed',
      result: { added: 8, duplicates: 0, refused: 1, problems: 2, annotated: 6 },
    })
    expect(await imagesOf(station, project)).toEqual(IMPORTED)
    await expect.poll(() => station.waitingDatasets()).toEqual([])
    const made = await station.services.projects.classes(project)
    expect(made.map(({ name, color }) => ({ name, color }))).toEqual(
      plan.classes.map(({ name, color }) => ({ name, color })).toSorted((a, b) => a.color - b.color),
    )
  })
})

test('datasets of a known kind that is not read are refused by their names', async () => {
  const project = await datasetProject(station)
  const content = await someImage()

  const plan = await planOf(station, project, [
    { path: 'a.png', content },
    { path: 'mpii_human_pose_v1_u12_1.mat', content: 'MATLAB 5.0' },
    { path: 'seq/gt/gt.txt', content: '1,1,10,10,20,20,1,1,1' },
  ])

  expect(problemsOf(plan.dataset)).toMatchObject([
    { reason: 'This looks like MPII Human Pose as a MATLAB file, which Tessera does not read yet' },
    { reason: 'This looks like MOT video tracks, which Tessera does not read yet' },
  ])
  await station.datasets.discard(plan.dataset)
})

function problemsOf(dataset: TaskId) {
  const problems = station.datasets.problems(dataset, { offset: 0, limit: 10 })
  return problems.ok ? reasonsInWords(problems.value.rows) : []
}

const TWINS = 'a.png and b.png are the same image. Annotations of a.png are used'

test('of two files with the same bytes and different annotations one is kept, and both are named', async () => {
  const project = await datasetProject(station)
  const content = await someImage(100, 80)
  const xml = (name: string) =>
    `<annotation><object><name>${name}</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>9</xmax><ymax>9</ymax></bndbox></object></annotation>`
  const files = [
    { path: 'a.png', content },
    { path: 'a.xml', content: xml('cup') },
    { path: 'b.png', content },
    { path: 'b.xml', content: xml('bowl') },
  ]

  const plan = await planOf(station, project, files)
  const told = problemsOf(plan.dataset)
  const task = await importChecked(station, plan.dataset, { labelled: 'replace' })

  expect(told).toMatchObject([{ path: 'b.xml', reason: TWINS }])
  expect(plan.images).toMatchObject({ new: 1, there: 0, repeated: 1 })
  expect(task).toMatchObject({ result: { added: 1, refused: 0, repeated: 1, problems: 1, annotated: 1 } })
  const { rows } = await station.imports.report(task.taskId, 'note', { offset: 0, limit: 10 })
  expect(reasonsInWords(rows)).toMatchObject([{ path: 'b.xml', outcome: 'problem', reason: TWINS }])
  expect(Object.values(await imagesOf(station, project))).toMatchObject([{ shapes: 1, isNull: false }])
})

test('a dataset that is imported twice changes nothing the second time, whatever is wished', async () => {
  const project = await datasetProject(station)
  await importChecked(station, (await planOf(station, project, await cocoDataset())).dataset)

  const plan = await planOf(station, project, await cocoDataset())
  expect(plan.images).toEqual({ new: 0, there: 8, repeated: 0, matched: 0, refused: 1, labelled: 6 })
  await importChecked(station, plan.dataset, { labelled: 'keep' })
  await importChecked(station, (await planOf(station, project, await cocoDataset())).dataset, { labelled: 'replace' })

  expect(await imagesOf(station, project)).toEqual(IMPORTED)
})

test('labels alone go onto the images of the project by name, and replace others only when a person says so', async () => {
  const project = await datasetProject(station)
  const image = { path: 'quay.png', content: await someImage() }
  await importChecked(station, (await planOf(station, project, [image])).dataset)
  const labels = (...objects: [string, ...number[]][]) => [
    { path: 'labels.json', content: cocoText([{ name: 'somewhere/QUAY.PNG', width: 64, height: 48, objects }]) },
  ]

  const first = await planOf(station, project, labels(['crate', 1, 1, 20, 20]))
  expect(first.images).toMatchObject({ new: 0, matched: 1, labelled: 0 })
  expect(await importChecked(station, first.dataset)).toMatchObject({ status: 'completed', result: { annotated: 1 } })
  const kept = await planOf(station, project, labels(['buoy', 1, 1, 9, 9], ['buoy', 5, 5, 9, 9]))
  expect(kept.images).toMatchObject({ matched: 1, labelled: 1 })
  await importChecked(station, kept.dataset)
  expect(await imagesOf(station, project)).toMatchObject({ 'quay.png': { shapes: 1, undo: [editName('edit-import')] } })
  const replacing = await planOf(station, project, labels(['buoy', 1, 1, 9, 9], ['buoy', 5, 5, 9, 9]))
  await importChecked(station, replacing.dataset, { labelled: 'replace' })

  expect(await imagesOf(station, project)).toMatchObject({
    'quay.png': { shapes: 2, undo: [editName('edit-import'), editName('edit-import')] },
  })
})

test('a person may leave the labels out, and put all images into train', async () => {
  const project = await datasetProject(station)
  const { dataset } = await planOf(station, project, await cocoDataset())

  const again = await station.datasets.check(dataset, null)
  if (!again.ok) throw new Error(sentenceOf(again.error))
  await station.taskEnd(again.value)
  expect(station.datasets.plan(dataset)).toMatchObject({ value: { format: null, labels: { silent: 8, annotated: 0 } } })
  await importChecked(station, dataset, { splits: 'train' })

  const images = Object.values(await imagesOf(station, project))
  expect(images).toHaveLength(8)
  expect(new Set(images.map(({ split, shapes, isNull }) => `${split} ${shapes} ${isNull}`))).toEqual(
    new Set(['train 0 false']),
  )
})

test('what a project of another type cannot keep is told before, and its image comes in without', async () => {
  const project = await datasetProject(station, 'text-image-pairs')

  const plan = await planOf(station, project, await cocoDataset())

  expect(plan.labels).toMatchObject({ objects: 0, annotated: 0, nothing: 1, unfit: 6 })
  await importChecked(station, plan.dataset)
  expect(Object.keys(await imagesOf(station, project))).toHaveLength(8)
})

test('a dataset that is let go leaves nothing behind, checked or on its way', async () => {
  const project = await datasetProject(station)
  const { dataset } = await planOf(station, project, await cocoDataset())
  await station.datasets.discard(dataset)
  const underway = await openDataset(station, project, 2)

  await station.datasets.discard(underway)

  expect(await station.taskEnd(underway)).toMatchObject({ status: 'failed', error: 'Cancelled' })
  await expect.poll(() => station.waitingDatasets()).toEqual([])
  expect(inWords(await station.datasets.arrived(underway))).toMatchObject({
    ok: false,
    error: { reason: 'import-not-running' },
  })
  expect(inWords(station.datasets.plan(dataset))).toMatchObject({ ok: false, error: { reason: 'dataset-not-found' } })
})

test('images alone are a dataset too, each in the split that its folder names', async () => {
  const project = await datasetProject(station)
  const paths = ['a/train2017/1.png', 'a/val/2.png', 'testing/3.png', 'latest/4.png', 'Validation/images/5.png']
  const files = await Promise.all(paths.map(async (path) => ({ path, content: await someImage() })))

  const { dataset, task } = await checkFiles(station, project, files)

  expect(task.status).toBe('completed')
  expect(station.datasets.images(dataset, { offset: 0, limit: 10 })).toMatchObject({
    value: {
      total: 5,
      rows: [
        { path: 'Validation/images/5.png', split: 'valid' },
        { path: 'a/train2017/1.png', split: 'train' },
        { path: 'a/val/2.png', split: 'valid' },
        { path: 'latest/4.png', split: 'train' },
        { path: 'testing/3.png', split: 'test' },
      ],
    },
  })
})

test('files that a person may have meant to be read are named where nobody reads them', async () => {
  const project = await datasetProject(station)

  const { dataset } = await planOf(station, project, [
    { path: 'a.png', content: await someImage() },
    { path: 'inner.zip', content: makeZip([]) },
    { path: 'labels.csv', content: 'who, knows\n' },
    { path: 'README.txt', content: 'Images of the bay.\n' },
  ])

  expect(problemsOf(dataset)).toMatchObject([
    { path: 'inner.zip', reason: 'An archive inside a dataset is not opened. Unpack it first' },
    { path: 'labels.csv', reason: expect.stringMatching(/^Table not used\. It needs the column "filename"/) },
  ])
})

test('an import that is cancelled keeps the images that are in, each whole, and goes on with the rest another time', async () => {
  const project = await datasetProject(station)
  const images = await Promise.all(Array.from({ length: 450 }, async () => someImage()))
  const objects = [['crate', 1, 1, 20, 20] as const]
  const files = [
    ...images.map((content, at) => ({ path: `${at}.png`, content })),
    {
      path: 'labels.json',
      content: cocoText(images.map((_, at) => ({ name: `${at}.png`, width: 64, height: 48, objects }))),
    },
  ]
  const { dataset } = await planOf(station, project, files)
  const wish = { batchName: 'Bay', labelled: 'keep', splits: 'dataset' } as const
  const started = await station.datasets.start(station.workspace, dataset, wish)
  if (!started.ok) throw new Error(sentenceOf(started.error))

  const done = async () => {
    const task = await station.tasks.read(station.workspace, started.value)
    return task.ok ? (task.value.progress?.current ?? 0) : 0
  }
  await expect.poll(done, { interval: 1 }).toBeGreaterThan(0)
  await station.tasks.cancel(station.workspace, started.value)

  expect(await station.taskEnd(started.value)).toMatchObject({ status: 'failed', error: 'Cancelled' })
  await expect.poll(() => station.waitingDatasets()).not.toContain(dataset)
  const kept = Object.values(await imagesOf(station, project))
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.every(({ shapes }) => shapes === 1)).toBe(true)
  await importChecked(station, (await planOf(station, project, files)).dataset)
  expect(Object.values(await imagesOf(station, project)).map(({ shapes }) => shapes)).toEqual(images.map(() => 1))
})

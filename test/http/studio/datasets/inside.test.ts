import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { editName } from '#common/annotation/edit-name'
import { openAi } from '#formats/exporters/openai'
import { tfrecord } from '#formats/exporters/tfrecord'
import { reasonsInWords } from '#test/kit/in-words'
import { datasetProject, imagesOf, importChecked, planOf } from '../../../kit/datasets.ts'
import { exportedArchive } from '../../../kit/exported-archive.ts'
import { decompressionBomb, someImage } from '../../../kit/images.ts'
import { imageRecord } from '../../../kit/records.ts'
import { type TestStation, testStation } from '../../../kit/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

const [BAY, QUAY] = [
  'bay-01_png.rf.0123456789abcdef0123456789abcdef.jpg',
  'quay_jpg.rf.fedcba9876543210fedcba9876543210.jpg',
]

async function tfrecordArchive() {
  const { content } = await exportedArchive(tfrecord, {})
  return [{ path: 'harbor.zip', content }]
}

test('images inside label files are shown, taken in with their labels, and come in once', async () => {
  const project = await datasetProject(station)
  const before = await station.storedBlobs()

  const plan = await planOf(station, project, await tfrecordArchive())

  expect(plan).toMatchObject({
    format: 'tfrecord',
    images: { new: 2, there: 0, matched: 0, refused: 0, labelled: 0 },
    labels: { objects: 2, annotated: 1, nothing: 1, silent: 0, lost: 0 },
    splits: { train: 2, valid: 0, test: 0 },
    problems: 0,
  })
  expect(plan.samples).toMatchObject([{ width: 200, height: 100, shapes: [{ kind: 'box' }, { kind: 'box' }] }])
  expect(await station.storedBlobs()).toEqual(before)
  expect(await importChecked(station, plan.dataset)).toMatchObject({ result: { added: 2, refused: 0, annotated: 2 } })
  const imported = {
    [BAY]: { split: 'train', shapes: 2, isNull: false, undo: [editName('edit-import')] },
    [QUAY]: { split: 'train', shapes: 0, isNull: true, undo: [] },
  }
  expect(await imagesOf(station, project)).toEqual(imported)

  const again = await planOf(station, project, await tfrecordArchive())

  expect(again.images).toMatchObject({ new: 0, matched: 2, labelled: 2 })
  expect(await importChecked(station, again.dataset, { labelled: 'replace' })).toMatchObject({ result: { added: 0 } })
  expect(await imagesOf(station, project)).toEqual(imported)
})

test('two files of records may have images of one name, and come in once', async () => {
  const project = await datasetProject(station)
  const files = [
    { path: 'train.tfrecord', content: Buffer.from(imageRecord('1.png', await someImage())) },
    { path: 'valid.tfrecord', content: Buffer.from(imageRecord('1.png', await someImage())) },
  ]

  const plan = await planOf(station, project, files)
  expect(plan).toMatchObject({
    images: { new: 2 },
    labels: { objects: 4 },
    splits: { train: 1, valid: 1 },
    problems: 0,
  })
  await importChecked(station, plan.dataset)
  const again = await planOf(station, project, files)
  expect(again.images).toMatchObject({ new: 0, there: 2, labelled: 2 })
  await importChecked(station, again.dataset)

  const window = { filter: {}, sort: 'name', offset: 0, limit: 10 } as const
  const { rows } = await station.services.images.page(project, window)
  expect(new Set(rows.map(({ name, split, shapes }) => `${name} ${split} ${shapes}`))).toEqual(
    new Set(['1.png train 2', '1.png valid 2']),
  )
})

test('images without names come in once, and are never taken for others of the names that they get', async () => {
  const project = await datasetProject(station, 'text-image-pairs')
  const { content } = await exportedArchive(openAi, { projectType: 'text-image-pairs' })
  await importChecked(station, (await planOf(station, project, [{ path: 'a.zip', content }])).dataset)
  const imported = await imagesOf(station, project)
  expect(Object.keys(imported)).toEqual(['train-000001.jpg', 'train-000003.jpg'])

  const again = await planOf(station, project, [{ path: 'a.zip', content }])
  expect(again.images).toMatchObject({ new: 0, there: 2, matched: 0 })
  await importChecked(station, again.dataset, { labelled: 'replace' })
  expect(await imagesOf(station, project)).toEqual(imported)

  const image = (await someImage()).toString('base64')
  const user = [{ type: 'image_url', image_url: { url: `data:image/jpeg;base64,${image}` } }]
  const messages = [
    { role: 'user', content: user },
    { role: 'assistant', content: 'Another' },
  ]
  const other = await planOf(station, project, [
    { path: 'train.jsonl', content: Buffer.from(JSON.stringify({ messages })) },
  ])
  expect(other.images).toMatchObject({ new: 1, there: 0, matched: 0 })
})

test('a file of the dataset that has the name is the image', async () => {
  const project = await datasetProject(station)
  const [file, before] = [await someImage(), await station.storedBlobs()]

  const plan = await planOf(station, project, [
    { path: 'images/1.png', content: file },
    { path: 'train.tfrecord', content: Buffer.from(imageRecord('1.png', await someImage())) },
  ])

  expect(plan).toMatchObject({ images: { new: 1 }, labels: { annotated: 1 } })
  await importChecked(station, plan.dataset)
  const hash = createHash('sha256').update(file).digest('hex')
  expect(new Set(await station.storedBlobs())).toEqual(new Set([...before, hash]))
})

test('what is no sound image is refused by the review', async () => {
  const project = await datasetProject(station)
  const before = await station.storedBlobs()
  const records = [
    imageRecord('bomb.png', decompressionBomb()),
    imageRecord('empty.png', Buffer.alloc(0)),
    imageRecord('text.png', Buffer.from('no image')),
    imageRecord('cut.png', (await someImage()).subarray(0, 80)),
    imageRecord('a\u0000b.png', await someImage()),
  ]

  const plan = await planOf(station, project, [{ path: 'a.tfrecord', content: Buffer.concat(records) }])

  expect(plan).toMatchObject({ images: { new: 0, refused: 4 }, labels: { annotated: 0, lost: 1 } })
  const problems = station.datasets.problems(plan.dataset, { offset: 0, limit: 20 })
  const reasons = problems.ok ? reasonsInWords(problems.value.rows).map(({ path, reason }) => `${path}: ${reason}`) : []
  expect(reasons).toMatchInlineSnapshot(`
    [
      "a.tfrecord/bomb.png: The image has 1600 million pixels; the limit is 500 million",
      "a.tfrecord/empty.png: The file is empty (0 bytes)",
      "a.tfrecord/text.png: This file is not an image",
      "a.tfrecord/cut.png: The PNG file is damaged or incomplete",
      "a.tfrecord: Image "a b.png": Its path contains control characters",
    ]
  `)
  expect(await importChecked(station, plan.dataset)).toMatchObject({ result: { added: 0 } })
  expect(await station.storedBlobs()).toEqual(before)
  expect(await imagesOf(station, project)).toEqual({})
})

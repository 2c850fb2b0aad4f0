import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ClassId } from '#common/ids'
import { EXPORTERS } from '#formats/exporters/registry'
import { versionOf } from '#test/unit/formats/exporters/kit'
import { cocoText } from '../../../kit/coco-dataset.ts'
import { datasetProject, importChecked, planOf } from '../../../kit/datasets.ts'
import { exportedArchive } from '../../../kit/exported-archive.ts'
import { someImage } from '../../../kit/images.ts'
import { type TestStation, testStation } from '../../../kit/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

const LISTING = [
  { id: 'coco', type: 'object-detection' },
  { id: 'yolov8', type: 'object-detection' },
  { id: 'yolov5-obb', type: 'object-detection' },
  { id: 'darknet', type: 'object-detection' },
  { id: 'yolokeras', type: 'object-detection' },
  { id: 'tfrecord', type: 'object-detection' },
  { id: 'retinanet', type: 'object-detection' },
  { id: 'cvat', type: 'object-detection' },
  { id: 'openimages', type: 'object-detection' },
  { id: 'ndjson', type: 'object-detection' },
  { id: 'png-mask-semantic', type: 'semantic-segmentation' },
  { id: 'voc-segmentation', type: 'semantic-segmentation' },
  { id: 'multiclass', type: 'multi-label-classification' },
  { id: 'datumaro', type: 'single-label-classification' },
  { id: 'fiftyone', type: 'single-label-classification' },
] as const

async function archiveWith(name: string, { id, type }: (typeof LISTING)[number]) {
  const exporter = EXPORTERS.find((known) => known.id === id)
  if (exporter === undefined) throw new Error(`No format is called ${id}`)
  const classes = [...versionOf({ projectType: type }).classes, { id: ClassId.parse('class999'), name }]
  const { content } = await exportedArchive(exporter, { projectType: type, classes })
  return [{ path: 'harbor.zip', content }]
}

describe.each(LISTING)('$id', (format) => {
  test('brings the classes that no object has, in the order of its list', async () => {
    const project = await datasetProject(station, format.type)

    const plan = await planOf(station, project, await archiveWith('unseen', format))

    expect(plan.classes.filter(({ name }) => name === 'unseen')).toMatchObject([{ isNew: true, objects: 0, images: 0 }])
    expect(plan.classCount).toBe(3)
    await importChecked(station, plan.dataset)
    const names = (await station.services.projects.classes(project)).map(({ name }) => name)
    expect(names).toEqual(['Loffel', 'crate', 'unseen'])

    const again = await planOf(station, project, await archiveWith('later', format))
    await importChecked(station, again.dataset)
    const all = (await station.services.projects.classes(project)).map(({ name }) => name)
    expect(all).toEqual(['Loffel', 'crate', 'unseen', 'later'])
  })
})

test('a project of texts gets no classes', async () => {
  const project = await datasetProject(station, 'text-image-pairs')
  const before = await station.services.projects.classes(project)
  const labels = cocoText([{ name: 'quay.png', width: 64, height: 48, objects: [['crate', 1, 1, 20, 20]] }])

  const plan = await planOf(station, project, [{ path: 'labels.json', content: labels }])
  await importChecked(station, plan.dataset)

  expect(plan.classes).toEqual([])
  expect(await station.services.projects.classes(project)).toEqual(before)
})

test('a class called __proto__ gets the attributes that the review shows of it, and its objects keep what they say', async () => {
  const project = await datasetProject(station)
  const coco = {
    images: [{ id: 1, file_name: 'a.png', width: 64, height: 48 }],
    categories: [{ id: 1, name: '__proto__' }],
    annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [1, 1, 9, 9], attributes: { colour: 'red' } }],
  }

  const plan = await planOf(station, project, [
    { path: 'a.png', content: await someImage() },
    { path: 'labels.json', content: JSON.stringify(coco) },
  ])
  const { taskId } = await importChecked(station, plan.dataset)

  expect(plan.classes).toMatchObject([{ name: '__proto__', asks: ['colour'] }])
  const classes = await station.services.projects.classes(project)
  expect(classes).toMatchObject([{ name: '__proto__', attributes: [{ name: 'colour' }] }])
  const { rows } = await station.imports.report(taskId, 'note', { offset: 0, limit: 10 })
  expect(rows).toEqual([])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { byNames } from '#common/annotation/named/attribute'
import { saidByNames } from '#common/annotation/named/values'
import { sentenceOf } from '#common/messages/sentence'
import type { Project } from '#core/dataset/projects/ports'
import { reasonsInWords } from '#test/kit/in-words'
import { newVersion, upload } from '../../kit/dataset.ts'
import { datasetProject, importChecked, planOf, type SentFile } from '../../kit/datasets.ts'
import { someImage } from '../../kit/images.ts'
import { type TestStation, testStation } from '../../kit/station.ts'
import { readZip } from '../../kit/zip-file.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

const CVAT = `<annotations><version>1.1</version><meta><task><labels><label><name>crate</name><attributes>
<attribute><name>colour</name><input_type>select</input_type><default_value>red</default_value><values>red
blue</values></attribute>
<attribute><name>weight</name><input_type>number</input_type><values>0
10
1</values></attribute>
</attributes></label></labels></task></meta>
<image id="0" name="quay.png" width="64" height="48">
<box label="crate" xtl="1" ytl="1" xbr="20" ybr="20" z_order="2" group_id="7"><attribute name="colour">blue</attribute><attribute name="weight">4</attribute></box>
<box label="crate" xtl="30" ytl="1" xbr="40" ybr="20" z_order="1" group_id="7"><attribute name="colour">purple</attribute><attribute name="weight">400</attribute></box>
</image></annotations>`

async function dataset(path: string, content: string): Promise<SentFile[]> {
  return [
    { path: 'quay.png', content: await someImage() },
    { path, content },
  ]
}

/** Attribute values of the only image's annotations, in drawing order, and their groups. */
async function labelsOf(project: Project) {
  const { rows } = await station.services.images.page(project, { filter: {}, sort: 'name', offset: 0, limit: 1 })
  const image = rows[0]?.id
  const opened = image && (await station.services.annotations.open(project, image))
  if (!opened?.ok) throw new Error('There is no image')
  const classes = new Map((await station.services.projects.classes(project)).map((known) => [known.id, known]))
  return opened.value.shapes.map(({ classId, attributes, group }) => ({
    said: saidByNames(classes.get(classId)?.attributes ?? [], attributes),
    isGrouped: group !== undefined && opened.value.shapes.every((other) => other.group === group),
  }))
}

async function askedIn(project: Project) {
  const classes = await station.services.projects.classes(project)
  return Object.fromEntries(classes.map(({ name, attributes = [] }) => [name, attributes.map(byNames)]))
}

const ASKED = [
  { name: 'colour', isRequired: false, kind: 'choice', choices: ['red', 'blue'], default: 'red' },
  { name: 'weight', isRequired: false, kind: 'number', min: 0, max: 10 },
]

const MISFITS = [
  'Skipped in 1 annotation of "crate": "purple" is not one of the choices of "colour".',
  'Skipped in 1 annotation of "crate": "400" is not a number that "weight" allows.',
]

test('a dataset brings the attributes of its classes and what labels say, and names what does not fit', async () => {
  const project = await datasetProject(station)

  const plan = await planOf(station, project, await dataset('annotations.xml', CVAT))

  expect(plan.classes).toMatchObject([{ name: 'crate', asks: ['colour', 'weight'] }])
  const problems = station.datasets.problems(plan.dataset, { offset: 0, limit: 10 })
  expect(problems.ok && reasonsInWords(problems.value.rows).map(({ reason }) => reason)).toEqual(MISFITS)
  const { taskId } = await importChecked(station, plan.dataset)
  expect(await askedIn(project)).toEqual({ crate: ASKED })
  expect(await labelsOf(project)).toEqual([
    { said: undefined, isGrouped: true },
    { said: { colour: 'blue', weight: 4 }, isGrouped: true },
  ])
  const found = async (search: string) =>
    (await station.services.images.page(project, { filter: { search }, sort: 'name', offset: 0, limit: 9 })).rows.length
  const wordsThatFind = ['attribute:COLOUR=Blue', 'attribute:weight=4.0', 'attribute:weight', 'lacks:colour']
  const wordsThatDoNot = ['attribute:colour=red', 'attribute:weight=5', 'attribute:size', 'lacks:size', '-lacks:weight']
  expect(await Promise.all(wordsThatFind.map(found))).toEqual([1, 1, 1, 1])
  expect(await Promise.all(wordsThatDoNot.map(found))).toEqual([0, 0, 0, 0, 0])
  const report = await station.imports.report(taskId, 'note', { offset: 0, limit: 10 })
  expect(reasonsInWords(report.rows).map(({ reason }) => reason)).toEqual(
    MISFITS.map((each) => each.replace('1 annotation', 'annotations')),
  )
})

test('an image of classes says what its objects say, and what fits not or contradicts is named', async () => {
  const project = await datasetProject(station, 'multi-label-classification')
  const third =
    '<box label="crate" xtl="1" ytl="1" xbr="9" ybr="9" z_order="3"><attribute name="colour">red</attribute></box></image>'
  const contradiction =
    'Skipped in 1 annotation of "crate": "red" contradicts "blue", the value of "colour" in another annotation of the image.'
  const left = [...MISFITS, contradiction]

  const plan = await planOf(station, project, await dataset('annotations.xml', CVAT.replace('</image>', third)))
  const problems = station.datasets.problems(plan.dataset, { offset: 0, limit: 10 })
  const { taskId } = await importChecked(station, plan.dataset)

  expect(problems.ok && reasonsInWords(problems.value.rows).map(({ reason }) => reason)).toEqual(left)
  expect(await labelsOf(project)).toEqual([{ said: { colour: 'blue', weight: 4 }, isGrouped: false }])
  const report = await station.imports.report(taskId, 'note', { offset: 0, limit: 10 })
  const told = left.map((each) => each.replace('1 annotation', 'annotations'))
  expect(new Set(reasonsInWords(report.rows).map(({ reason }) => reason))).toEqual(new Set(told))
})

test('the same dataset taken in again leaves the labels as they are', async () => {
  const project = await datasetProject(station)
  const files = await dataset('annotations.xml', CVAT)
  await importChecked(station, (await planOf(station, project, files)).dataset)
  const { rows } = await station.services.images.page(project, { filter: {}, sort: 'name', offset: 0, limit: 1 })
  const before = await Promise.all(rows.map(({ id }) => station.services.annotations.open(project, id)))

  await importChecked(station, (await planOf(station, project, files)).dataset, { labelled: 'replace' })

  expect(await Promise.all(rows.map(({ id }) => station.services.annotations.open(project, id)))).toEqual(before)
})

test('attributes that a file does not list are guessed from all that its labels say', async () => {
  const project = await datasetProject(station)
  const annotations = ['red', 'red', 'blue', 'blue'].map((colour, id) => ({
    id,
    image_id: 1,
    category_id: 1,
    bbox: [id * 10, 1, 8, 8],
    attributes: { colour, occluded: false, stacked: id > 1, weight: id / 2, note: `Crate number ${id}`, tags: [id] },
  }))
  const categories = [{ id: 1, name: 'crate' }]
  const text = JSON.stringify({ images: [{ id: 1, file_name: 'quay.png' }], categories, annotations })

  const plan = await planOf(station, project, await dataset('labels.json', text))
  await importChecked(station, plan.dataset)

  expect(plan.problems).toBe(0)
  expect(await askedIn(project)).toEqual({
    crate: [
      { name: 'colour', isRequired: false, kind: 'choice', choices: ['red', 'blue'] },
      { name: 'stacked', isRequired: false, kind: 'yes-no' },
      { name: 'weight', isRequired: false, kind: 'number' },
      { name: 'note', isRequired: false, kind: 'text' },
      { name: 'tags', isRequired: false, kind: 'text' },
    ],
  })
  expect((await labelsOf(project))[3]?.said).toEqual({
    colour: 'blue',
    stacked: true,
    weight: 1.5,
    note: 'Crate number 3',
    tags: '[3]',
  })
})

test('a format without a place for what labels say tells how many labels lose something', async () => {
  const project = await datasetProject(station)
  await importChecked(station, (await planOf(station, project, await dataset('annotations.xml', CVAT))).dataset)
  await newVersion(station, project.slug)
  const version = await station.services.versions.find(project, 1)
  if (!version.ok) throw new Error(sentenceOf(version.error))

  const leftOut = async (format: string) => {
    const told = await station.services.exports.describe(station.workspace, { project, version: version.value, format })
    return told.ok && told.value.leftOut
  }

  const images = await station.services.images.ids(project, {}, 'name')
  const picked = { kind: 'images', projects: [project.id], images } as const
  const wanted = { picked, projects: [project], format: 'yolov8', name: 'Bay', search: 'picked by hand' }
  const asTheyAre = await station.services.searchExports.describe(station.workspace, wanted)

  expect(asTheyAre.ok && asTheyAre.value.leftOut).toEqual(await leftOut('yolov8'))
  expect(await leftOut('cvat')).toEqual([])
  expect(await leftOut('coco')).toEqual([{ kind: 'groups', labels: 2 }])
  expect(await leftOut('yolov8')).toEqual([
    { kind: 'attributes', labels: 1 },
    { kind: 'groups', labels: 2 },
  ])
})

test('a crowd region that a format has no place for is counted before the export', async () => {
  const project = await datasetProject(station)
  const boxes = [0, 1].map((id) => ({ id, image_id: 1, category_id: 1, bbox: [id * 20, 1, 16, 16], iscrowd: id }))
  const categories = [{ id: 1, name: 'crate' }]
  const text = JSON.stringify({ images: [{ id: 1, file_name: 'quay.png' }], categories, annotations: boxes })
  await importChecked(station, (await planOf(station, project, await dataset('labels.json', text))).dataset)
  await newVersion(station, project.slug)
  const version = await station.services.versions.find(project, 1)
  if (!version.ok) throw new Error(sentenceOf(version.error))
  const images = await station.services.images.ids(project, {}, 'name')
  const picked = { kind: 'images', projects: [project.id], images } as const

  const leftOut = async (format: string) => {
    const wanted = { picked, projects: [project], format, name: 'Bay', search: 'picked by hand' }
    const ofVersion = { project, version: version.value, format }
    const told = await station.services.exports.describe(station.workspace, ofVersion)
    const asTheyAre = await station.services.searchExports.describe(station.workspace, wanted)
    return [told, asTheyAre].map((each) => each.ok && each.value.leftOut)
  }

  const lost = [{ kind: 'crowds', labels: 1 }]
  expect(await leftOut('yolov8')).toEqual([lost, lost])
  expect(await leftOut('coco')).toEqual([[], []])
})

test('a program that uploads labels is told what their classes have no place for', async () => {
  const project = await datasetProject(station)
  await importChecked(station, (await planOf(station, project, await dataset('annotations.xml', CVAT))).dataset)
  const image = await upload(station, project.slug, { name: 'bay.png' })
  const annotated = async (attributes: object) => {
    const annotation = { id: 1, image_id: 7, category_id: 1, bbox: [10, 10, 20, 20], attributes }
    const file = { images: [{ id: 7 }], categories: [{ id: 1, name: 'crate' }], annotations: [annotation] }
    const json = { annotationFile: JSON.stringify(file), labelmap: null }
    const path = `/dataset/${project.slug}/annotate/${image}?name=a.json&overwrite=true`
    return (await station.management.post(path, { json })).body
  }

  expect(await annotated({ colour: 'red' })).toEqual({ success: true })
  expect(await annotated({ colour: 'green', weight: '7', fragile: true })).toEqual({
    success: true,
    leftOut: ['Skipped in annotations of "crate": "green" is not one of the choices of "colour".'],
  })
})

test('attributes of a label that a program uploads reach the export of an augmented version', async () => {
  const project = await datasetProject(station)
  const image = await upload(station, project.slug, { name: 'bay.png', split: 'train' })
  const attributes = { colour: 'red', stacked: true }
  const annotation = { id: 1, image_id: 7, category_id: 1, bbox: [10, 10, 20, 20], attributes }
  const file = { images: [{ id: 7 }], categories: [{ id: 1, name: 'crate' }], annotations: [annotation] }
  const json = { annotationFile: JSON.stringify(file), labelmap: null }
  await station.management.post(`/dataset/${project.slug}/annotate/${image}?name=a.json`, { json })
  await newVersion(station, project.slug, { augmentation: { rotate: { degrees: 45 }, image: { versions: 3 } } })

  const started = await station.management.get(`/acme/${project.slug}/1/coco`)
  expect(started.status).toBeLessThan(300)
  for (const { kind, taskId } of await station.services.tasks.list(station.workspace)) {
    if (kind === 'export') await station.taskEnd(taskId)
  }
  const told = JSON.parse(JSON.stringify((await station.management.get(`/acme/${project.slug}/1/coco`)).body))
  const entries = await readZip((await station.management.get(told.export.link, { key: null })).bytes)
  const written = JSON.parse(String(entries.get('train/_annotations.coco.json')))

  expect(written.categories[1].attributes).toEqual([
    { name: 'colour', kind: 'text' },
    { name: 'stacked', kind: 'yes-no' },
  ])
  expect(written.annotations.map((each: { attributes: unknown }) => each.attributes)).toEqual(
    written.images.map(() => attributes),
  )
  expect(written.images.length).toBeGreaterThan(1)
})

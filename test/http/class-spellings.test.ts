import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { sentenceOf } from '#common/messages/sentence'
import type { Project } from '#core/dataset/projects/ports'
import { reasonsInWords } from '#test/kit/in-words'
import { upload } from '../kit/dataset.ts'
import { datasetProject, importChecked, planOf } from '../kit/datasets.ts'
import { someImage } from '../kit/images.ts'
import { type TestStation, testStation } from '../kit/station.ts'
import { type MadeEntry, makeZip } from '../kit/zip-maker.ts'

const Opened = z.object({ signedUrl: z.string(), taskId: z.string() })
const Refused = z.object({ refused: z.array(z.object({ path: z.string(), reason: z.string() })) })

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

async function classesOf({ slug }: Project) {
  const found = await station.services.projects.find(station.workspace, slug)
  if (!found.ok) throw new Error(sentenceOf(found.error))
  return (await station.services.projects.classes(found.value)).map(({ id, name }) => ({ id, name }))
}

/** An image for each class with one box. */
async function labelled(...names: readonly string[]): Promise<MadeEntry[]> {
  const entries: MadeEntry[] = []
  for (const [index, name] of names.entries()) {
    const box = '<bndbox><xmin>4</xmin><ymin>5</ymin><xmax>20</xmax><ymax>30</ymax></bndbox>'
    const content = `<annotation><object><name>${name}</name>${box}</object></annotation>`
    entries.push({ path: `${index}.png`, content: await someImage() }, { path: `${index}.xml`, content })
  }
  return entries
}

async function importZip(project: Project, entries: readonly MadeEntry[]) {
  const opened = await station.management.post(`/acme/${project.slug}/upload/zip`, { json: {} })
  const { signedUrl, taskId } = Opened.parse(opened.body)
  const headers = { 'content-type': 'application/zip' }
  await station.management.request('PUT', signedUrl, { key: null, body: makeZip(entries), headers })
  return Refused.parse((await station.taskEnd(taskId)).result).refused.map(({ reason }) => reason)
}

async function reviewed(project: Project, files: readonly MadeEntry[]) {
  const { dataset } = await planOf(station, project, files)
  const problems = station.datasets.problems(dataset, { offset: 0, limit: 100 })
  const reasons = problems.ok ? reasonsInWords(problems.value.rows).map(({ reason }) => reason) : []
  const { taskId } = await importChecked(station, dataset)
  const report = await station.imports.report(taskId, 'note', { offset: 0, limit: 100 })
  return { reasons, imported: reasonsInWords(report.rows).map(({ reason }) => reason) }
}

const JOINED = /^The class names "(dog[.\-/]1|C[#-])" and "(dog[.\-/]1|C[#-])" become one class, "(dog-1|C-)"\.$/

test('a ZIP upload says which spellings became one class, and a second one hits the same class', async () => {
  const project = await datasetProject(station)
  const entries = await labelled('dog.1', 'cat', 'dog-1', 'dog/1', 'dog.1')

  const told = await importZip(project, entries)
  const first = await classesOf(project)
  const toldAgain = await importZip(project, await labelled('dog/1', 'dog-1', 'cat'))

  expect(told).toEqual([expect.stringMatching(JOINED), expect.stringMatching(JOINED)])
  expect(toldAgain).toEqual(['"dog/1" is added as class "dog-1", which already exists.'])
  expect(first.map(({ name }) => name).toSorted()).toEqual(['cat', 'dog-1'])
  expect(await classesOf(project)).toEqual(first)
})

test('the review of a dataset and its import say which spellings become one class', async () => {
  const project = await datasetProject(station)
  const files = await labelled('C#', 'C-', 'C++', 'C#')

  const { reasons, imported } = await reviewed(project, files)
  const first = await classesOf(project)
  const again = await reviewed(project, files)
  const other = await reviewed(project, await labelled('C#', 'C-'))

  expect(reasons).toEqual([expect.stringMatching(JOINED)])
  expect(imported).toEqual([expect.stringMatching(JOINED)])
  const sentence = '"C#" is added as class "C-", which already exists.'
  // Annotations that an image has already are not added again.
  expect([again, other]).toEqual([
    { reasons: [sentence], imported: [] },
    { reasons: [sentence], imported: [sentence] },
  ])
  expect(first.map(({ name }) => name).toSorted()).toEqual(['C++', 'C-'])
  expect(await classesOf(project)).toEqual(first)
})

/** The same letters to people: composed, and with the accent as a character of its own. */
const [COMPOSED, APART] = ['caf\u00e9', 'cafe\u0301']
const TWO_FORMS = `The class name "${COMPOSED}" is written in two Unicode forms (NFC and NFD). Both become one class.`

test('two Unicode forms of one name become one class, and that is reported', async () => {
  const project = await datasetProject(station)
  const files = await labelled(COMPOSED, 'cat', APART, APART)

  const { reasons, imported } = await reviewed(project, files)

  expect([reasons, imported]).toEqual([[TWO_FORMS], [TWO_FORMS]])
  expect((await classesOf(project)).map(({ name }) => name).toSorted()).toEqual([COMPOSED, 'cat'].toSorted())
})

test('a name in one form alone is nothing to tell, whether its class is there or not', async () => {
  const project = await datasetProject(station)
  const zipped = await labelled(APART)

  expect(await importZip(project, zipped)).toEqual([])
  expect(await reviewed(project, await labelled('cat', APART))).toEqual({ reasons: [], imported: [] })
  expect(await importZip(project, await labelled('dog', APART, COMPOSED))).toEqual([TWO_FORMS])
})

test('classes that are only listed are told too', async () => {
  const project = await datasetProject(station)
  const files = [
    { path: 'a.png', content: await someImage() },
    { path: 'a.txt', content: '0 0.5 0.5 0.1 0.1' },
    { path: 'data.yaml', content: 'names: [crate, dog.1, dog/1, a b, "a  b"]' },
  ]

  const { reasons, imported } = await reviewed(project, files)

  const sentence = 'The class names "dog.1" and "dog/1" become one class, "dog-1".'
  expect([reasons, imported]).toEqual([[sentence], [sentence]])
  expect((await classesOf(project)).map(({ name }) => name)).toEqual(['crate', 'dog-1', 'a b'])
})

test('one annotation file that spells a class in two ways is answered with the sentence', async () => {
  const project = await datasetProject(station)
  const image = await upload(station, project.slug)
  const annotationFile = '0 0.5 0.5 0.1 0.1\n1 0.5 0.5 0.2 0.2\n2 0.5 0.5 0.2 0.2'
  const json = { annotationFile, labelmap: { 0: 'C#', 1: 'C-', 2: 'C++' } }

  const answer = await station.management.post(`/dataset/${project.slug}/annotate/${image}?name=a.txt`, { json })

  const leftOut = ['The class names "C#" and "C-" become one class, "C-".']
  expect(answer).toMatchObject({ status: 200, body: { success: true, leftOut } })
})

test('a class that exists under another spelling is told with an annotation file', async () => {
  const project = await datasetProject(station)
  const images = [await upload(station, project.slug), await upload(station, project.slug)]
  const annotate = (image: string, name: string) =>
    station.management.post(`/dataset/${project.slug}/annotate/${image}?name=a.txt`, {
      json: { annotationFile: '0 0.5 0.5 0.1 0.1\n1 0.5 0.5 0.2 0.2', labelmap: { 0: name, 1: 'cat' } },
    })

  const [first, second] = [await annotate(images[0] ?? '', 'dog.1'), await annotate(images[1] ?? '', 'dog/1')]

  expect(first.body).not.toHaveProperty('leftOut')
  const leftOut = ['"dog/1" is added as class "dog-1", which already exists.']
  expect(second).toMatchObject({ status: 200, body: { success: true, leftOut } })
})

test('an image of one class whose file spells it in two ways is told too', async () => {
  const project = await datasetProject(station, 'single-label-classification')
  const image = await upload(station, project.slug)
  const json = { annotationFile: '0 0.5 0.5 0.1 0.1\n1 0.5 0.5 0.2 0.2', labelmap: { 0: 'dog.1', 1: 'dog/1' } }

  const answer = await station.management.post(`/dataset/${project.slug}/annotate/${image}?name=a.txt`, { json })

  const leftOut = ['The class names "dog.1" and "dog/1" become one class, "dog-1".']
  expect(answer).toMatchObject({ status: 200, body: { success: true, leftOut } })
})

const LONG = 'k'.repeat(205)
const LONG_JOINED = [
  `The class name "${'k'.repeat(40)}…" is longer than 200 characters and was shortened.`,
  `The class names "…${'k'.repeat(20)}1" and "…${'k'.repeat(20)}2" become one class, "${'k'.repeat(60)}…".`,
]

test('names that are equal as far as a class may be named become one class, and review and report show where they differ', async () => {
  const [studio, zip] = [await datasetProject(station), await datasetProject(station)]
  const entries = await labelled(`${LONG}1`, `${LONG}2`, `${LONG}2`)

  expect(await reviewed(studio, entries)).toEqual({ reasons: LONG_JOINED, imported: LONG_JOINED })
  expect(await importZip(zip, entries)).toEqual(LONG_JOINED)
  expect((await classesOf(zip)).map(({ name }) => name)).toEqual([`${'k'.repeat(199)}…`])
})

test('long names are told apart by characters that a class name may not have, and a single one is only shortened', async () => {
  const [one, two] = [await datasetProject(station), await datasetProject(station)]

  expect(await importZip(one, await labelled(`${LONG}/1`, `${LONG}.1`))).toEqual([
    LONG_JOINED[0],
    expect.stringContaining('k/1" and "…'),
  ])
  expect(await importZip(two, await labelled(`${LONG}/1`))).toEqual([LONG_JOINED[0]])
})

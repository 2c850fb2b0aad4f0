import { afterAll, beforeAll, expect, test } from 'vitest'
import { reasonsInWords } from '#test/kit/in-words'
import { datasetProject, importChecked, openDataset, planOf, type SentFile } from '../../../kit/datasets.ts'
import { someImage } from '../../../kit/images.ts'
import { type TestStation, testStation } from '../../../kit/station.ts'
import { makeZip } from '../../../kit/zip-maker.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

const JUNK = ['.DS_Store', 'a/._bay.png', 'Thumbs.db', 'desktop.ini', '__MACOSX/._bay.png', '.git/config']
const HIDDEN = ['.cache/one.json', '.cache/two.json', 'a/.labels.txt']

async function files(...names: readonly string[]): Promise<SentFile[]> {
  return [{ path: 'bay.png', content: await someImage() }, ...names.map((path) => ({ path, content: 'x' }))]
}

async function problemsOf(sent: readonly SentFile[]) {
  const { dataset } = await planOf(station, await datasetProject(station), sent)
  const problems = station.datasets.problems(dataset, { offset: 0, limit: 50 })
  return problems.ok ? reasonsInWords(problems.value.rows) : []
}

test.each([
  ['files', (sent: readonly SentFile[]) => sent],
  ['an archive', (sent: readonly SentFile[]) => [{ path: 'bay.zip', content: makeZip(sent) }]],
])('of %s the hidden ones are counted, and what systems leave is not', async (_, packed) => {
  expect(await problemsOf(packed(await files(...JUNK, ...HIDDEN)))).toEqual([
    { path: '.cache, a/.labels.txt', line: null, reason: '3 hidden files skipped.', isNote: true },
  ])
  expect(await problemsOf(packed(await files(...JUNK)))).toEqual([])
})

test('a sender tells of those that it has not sent, and the report of the import has them', async () => {
  const project = await datasetProject(station)
  const dataset = await openDataset(station, project, 0)

  await station.datasets.arrived(dataset, { count: 1, roots: ['.cache'] })
  await station.taskEnd(dataset)

  const note = { path: '.cache', reason: '1 hidden file skipped.' }
  const problems = station.datasets.problems(dataset, { offset: 0, limit: 9 })
  expect(problems.ok && reasonsInWords(problems.value.rows)).toMatchObject([note])
  const { taskId } = await importChecked(station, dataset)
  const report = await station.imports.report(taskId, 'all', { offset: 0, limit: 9 })
  expect(reasonsInWords(report.rows)).toMatchObject([{ ...note, outcome: 'note' }])
})

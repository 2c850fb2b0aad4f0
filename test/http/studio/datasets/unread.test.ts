import { afterAll, beforeAll, expect, test } from 'vitest'
import { reasonsInWords } from '#test/kit/in-words'
import { datasetProject, importChecked, planOf, type SentFile } from '../../../kit/datasets.ts'
import { someImage } from '../../../kit/images.ts'
import { type TestStation, testStation } from '../../../kit/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

test('the import of a dataset that no format reads counts the files it cannot read, with the reasons of the review', async () => {
  const project = await datasetProject(station)
  const files: SentFile[] = [
    { path: 'a.png', content: await someImage() },
    { path: 'labels.json', content: '{"frames": 12' },
    { path: 'masks.zip', content: 'PK' },
    { path: 'tracks.mat', content: 'MATLAB 5.0' },
  ]

  const { dataset, format } = await planOf(station, project, files)
  const problems = station.datasets.problems(dataset, { offset: 0, limit: 10 })
  const { taskId, result } = await importChecked(station, dataset)

  const report = await station.imports.report(taskId, 'note', { offset: 0, limit: 10 })
  const reasons = reasonsInWords(report.rows).map(({ reason }) => reason)
  expect(format).toBeNull()
  expect(result).toMatchObject({ added: 1, refused: 0, problems: 3, notes: 0 })
  expect(new Set(reasons)).toEqual(
    new Set([
      'An archive inside a dataset is not opened. Unpack it first',
      'The file is not JSON from this line on, or it is cut off.',
      'This looks like a MATLAB file, which Tessera does not read yet',
    ]),
  )
  expect(problems.ok && new Set(reasonsInWords(problems.value.rows).map(({ reason }) => reason))).toEqual(
    new Set(reasons),
  )
})

test('archives and packed label files are named one by one, and other packed files are other files', async () => {
  const project = await datasetProject(station)
  const packed = [
    'images.tar.gz',
    'labels.csv.gz',
    'labels.json.gz',
    'more.7z',
    'old.tgz',
    'rest.rar',
    'train.tfrecord.gz',
  ]
  const { dataset } = await planOf(station, project, [
    { path: 'a.png', content: await someImage() },
    ...[...packed, 'brain.nii.gz'].map((path) => ({ path, content: 'packed' })),
  ])

  const found = station.datasets.problems(dataset, { offset: 0, limit: 20 })

  const rows = found.ok
    ? reasonsInWords(found.value.rows).map(({ path, reason, isNote }) => [path, reason, isNote])
    : []
  const reason = 'An archive inside a dataset is not opened. Unpack it first'
  expect(rows.filter(([, , isNote]) => isNote !== true).map(([path, why]) => [path, why])).toEqual(
    packed.map((path) => [path, reason]),
  )
  expect(rows.filter(([, , isNote]) => isNote === true)).toMatchObject([
    ['brain.nii.gz', '1 other file is not used.', true],
  ])
})

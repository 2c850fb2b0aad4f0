import { afterAll, beforeAll, expect, test } from 'vitest'
import { datasetProject, importChecked, planOf, type SentFile } from '../kit/datasets.ts'
import { somePicture } from '../kit/pictures.ts'
import { type TestStation, testStation } from '../kit/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

test('the import of a dataset that no format reads counts the files it cannot read, with the reasons of the review', async () => {
  const project = await datasetProject(station)
  const files: SentFile[] = [
    { path: 'a.png', content: await somePicture() },
    { path: 'labels.json', content: '{"frames": 12' },
    { path: 'masks.zip', content: 'PK' },
    { path: 'tracks.mat', content: 'MATLAB 5.0' },
  ]

  const { dataset, format } = await planOf(station, project, files)
  const problems = station.datasets.problems(dataset, { offset: 0, limit: 10 })
  const { taskId, result } = await importChecked(station, dataset)

  const report = await station.imports.report(taskId, 'note', { offset: 0, limit: 10 })
  const reasons = report.rows.map(({ reason }) => reason)
  expect(format).toBeNull()
  expect(result).toMatchObject({ added: 1, refused: 0, problems: 3, notes: 0 })
  expect(new Set(reasons)).toEqual(
    new Set([
      'An archive inside a dataset is not opened. Unpack it first',
      'The file is not JSON from this line on, or it is cut off.',
      'This looks like a MATLAB file, which Tessera does not read yet',
    ]),
  )
  expect(problems.ok && new Set(problems.value.rows.map(({ reason }) => reason))).toEqual(new Set(reasons))
})

import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { datasetFileUrl, importFileUrl } from '#common/contract/urls'
import { removeFolder } from '../../kit/remove-folder.ts'
import { photo, type StationProcess, startStation } from '../../kit/station-process.ts'
import { untilEnded } from '../../kit/tasks.ts'

let folder: string
let station: StationProcess

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-types-'))
  station = await startStation(join(folder, 'library'), ['--only', 'studio'])
})

afterAll(async () => {
  await station.kill()
  await removeFolder(folder)
})

const TYPES = [
  'application/octet-stream',
  'text/plain',
  'application/json',
  'application/x-yaml',
  'multipart/form-data; boundary=x',
]

test.for(TYPES)('a file of a dataset arrives whole whatever type it is sent as: %s', async (type) => {
  const { studio } = station
  const { slug: project } = await studio.projects.create({ name: `Sent as ${type}`, type: 'object-detection' })
  const { dataset } = await studio.datasets.open({ project, name: 'cups', expected: 3 })
  const files = [
    ['images/a.jpg', await photo('coffee.jpg')],
    ['labels/a.txt', Buffer.from('0 0.5 0.5 0.2 0.2\n')],
    ['data.yaml', Buffer.from('names: [cup]\n')],
  ] as const
  for (const [path, body] of files) {
    const answer = await station.fetch(datasetFileUrl(dataset, path), {
      method: 'PUT',
      body: new Uint8Array(body),
      headers: { 'content-type': type },
    })
    expect(answer.status).toBe(200)
  }
  await studio.datasets.arrived({ dataset })
  await untilEnded(studio, dataset)

  expect(await studio.datasets.plan({ dataset })).toMatchObject({
    images: { new: 1 },
    labels: { objects: 1, nothing: 0 },
  })
})

test.for(TYPES)('so does an image of an import: %s', async (type) => {
  const { studio } = station
  const { slug: project } = await studio.projects.create({ name: `Brought as ${type}`, type: 'object-detection' })
  const { taskId } = await studio.imports.start({ project, batchName: 'One', expected: 1 })

  const answer = await station.fetch(importFileUrl(taskId, 'coffee.jpg'), {
    method: 'PUT',
    body: new Uint8Array(await photo('coffee.jpg')),
    headers: { 'content-type': type },
  })

  expect([answer.status, await answer.json()]).toMatchObject([200, { outcome: 'added' }])
})

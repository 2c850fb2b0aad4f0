import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatasetWish } from '#common/contract/datasets'
import { ok } from '#common/result'
import type { DatasetImporter } from '#core/datasets/ports'
import type { Project } from '#core/projects/ports'
import { newProject } from '../kit/dataset.ts'
import { somePicture } from '../kit/pictures.ts'
import { type TestStation, testStation } from '../kit/station.ts'
import { type MadeEntry, makeZip } from '../kit/zip-maker.ts'

const boxes: DatasetImporter = {
  id: 'boxes',
  title: 'Boxes',
  recognise: async ({ files }) => files.filter(({ path }) => path.endsWith('.txt')),
  async *read(labels, dataset) {
    for (const file of labels) {
      const text = await dataset.head(file, 1000)
      const rows = text.split('\n').filter((line) => line !== '')
      yield {
        name: file.path.replace('.txt', ''),
        source: { path: file.path },
        objects: () =>
          ok(
            rows.map((row) => {
              const [className = '', x0, y0, x1, y1] = row.split(' ')
              return { className, kind: 'box', box: { x0: Number(x0), y0: Number(y0), x1: Number(x1), y1: Number(y1) } }
            }),
          ),
      }
    }
  },
}

let station: TestStation

beforeAll(async () => {
  station = await testStation({ importers: [boxes] })
})

afterAll(async () => station.close())

async function projectOf(): Promise<Project> {
  const found = await station.services.projects.find(station.workspace, await newProject(station))
  if (!found.ok) throw new Error(found.error.message)
  return found.value
}

async function checked(project: Project, entries: readonly MadeEntry[]) {
  const dataset = await station.datasets.open(project, { name: 'Bay', expected: entries.length })
  for (const { path, content } of entries) {
    const taken = await station.datasets.takeFile(dataset, path, Readable.from([Buffer.from(content)]))
    expect(taken.ok).toBe(true)
  }
  await station.datasets.arrived(dataset)
  const task = await station.taskEnd(dataset)
  return { dataset, task }
}

const WISH: DatasetWish = { batchName: 'Bay', labelled: 'keep', splits: 'dataset' }

test('a folder with labels is checked, imported, and imported again without a change', async () => {
  const project = await projectOf()
  const [first, second] = [await somePicture(), await somePicture()]
  const entries = [
    { path: 'train/a.png', content: first },
    { path: 'train/a.txt', content: 'cup 1 1 5 5\ncup 2 2 6 6\n' },
    { path: 'valid/b.png', content: second },
    { path: 'valid/c.txt', content: 'cup 1 1 5 5\n' },
  ]

  const { dataset, task } = await checked(project, entries)

  expect(task).toMatchObject({ status: 'completed' })
  const plan = station.datasets.plan(dataset)
  expect(plan).toMatchObject({
    ok: true,
    value: { pictures: { new: 2 }, labels: { objects: 2, annotated: 1, silent: 1, lost: 1 } },
  })
  const started = await station.datasets.start(station.workspace, dataset, WISH)
  if (!started.ok) throw new Error(started.error.message)
  const ended = await station.taskEnd(started.value)
  expect(ended).toMatchObject({ status: 'completed', result: { added: 2, refused: 1, annotated: 1 } })
  expect(await station.waitingDatasets()).toEqual([])
})

test('an archive is read in place', async () => {
  const project = await projectOf()
  const zip = makeZip([
    { path: 'images/a.png', content: await somePicture() },
    { path: 'labels/a.txt', content: 'cup 1 1 5 5' },
  ])

  const { dataset, task } = await checked(project, [{ path: 'bay.zip', content: zip }])

  expect(task).toMatchObject({ status: 'completed' })
  expect(station.datasets.plan(dataset)).toMatchObject({
    ok: true,
    value: { files: 2, labels: { annotated: 1 }, samples: [{ name: 'images/a.png' }] },
  })
})

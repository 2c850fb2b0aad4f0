import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { datasetFileUrl } from '#common/contract/urls'
import type { ProjectSlug, TaskId } from '#common/ids'
import { reasonsInWords } from '#test/kit/in-words'
import { cocoText } from '../kit/coco-dataset.ts'
import { someImage } from '../kit/images.ts'
import { imageRecord } from '../kit/records.ts'
import { removeFolder } from '../kit/remove-folder.ts'
import { type StationProcess, startStation } from '../kit/station-process.ts'
import { untilEnded } from '../kit/tasks.ts'
import { makeZip } from '../kit/zip-maker.ts'
import { brokenInvariants } from './invariants.ts'

const IMAGES = 300

/** Of them, those that the project has before. */
const THERE = 150

const DATASETS = [
  { kind: 'images beside their labels', archive: labelledImages },
  { kind: 'images inside label files, two of each name', archive: recordedImages },
]

test.each(DATASETS)('an import of $kind goes on after a kill, and adds nothing twice', async ({ archive }) => {
  const library = await mkdtemp(join(tmpdir(), 'tessera-crash-'))
  let station = await startStation(library, ['--only', 'studio'])
  try {
    const { slug: project } = await station.studio.projects.create({ name: 'Crash', type: 'object-detection' })
    const dataset = await sendDataset(station, project, await archive())
    expect(await untilEnded(station.studio, dataset)).toMatchObject({ status: 'completed' })
    const wish = { batchName: 'Bay', labelled: 'replace', splits: 'dataset' } as const
    const { taskId } = await station.studio.datasets.import({ dataset, wish })
    for (const done of [1, IMAGES / 2]) {
      await untilDone(station, taskId, done)
      await station.kill()
      station = await startStation(library, ['--only', 'studio'])
    }

    const task = await untilEnded(station.studio, taskId)

    expect(brokenInvariants(library)).toEqual([])
    expect(task).toMatchObject({ status: 'completed', progress: { current: IMAGES, total: IMAGES } })
    expect(task.result).toMatchObject({ added: IMAGES, duplicates: 0, annotated: IMAGES })
    expect(await statesOf(station, project)).toEqual(new Set(['2 labels, 1 step']))
    const ids = await station.studio.images.ids({ project, filter: {}, sort: 'added' })
    expect(ids).toHaveLength(IMAGES)
    expect(await readdir(join(library, 'staging'))).toEqual([])
  } finally {
    await station.kill()
    await removeFolder(library)
  }
})

test('images that one file lists and another labels go to the split of the latter, also after a kill between the two', async () => {
  const library = await mkdtemp(join(tmpdir(), 'tessera-crash-'))
  let station = await startStation(library, ['--only', 'studio'])
  try {
    const { slug: project } = await station.studio.projects.create({ name: 'Crash', type: 'object-detection' })
    const dataset = await sendDataset(station, project, await listedImages())
    expect(await untilEnded(station.studio, dataset)).toMatchObject({ status: 'completed' })
    const wish = { batchName: 'Bay', labelled: 'keep', splits: 'dataset' } as const
    const { taskId } = await station.studio.datasets.import({ dataset, wish })
    await untilDone(station, taskId, IMAGES / 2)
    await station.kill()
    station = await startStation(library, ['--only', 'studio'])

    expect(await untilEnded(station.studio, taskId)).toMatchObject({ status: 'completed' })

    const idsOf = async (split: 'train' | 'valid') =>
      station.studio.images.ids({ project, filter: { splits: [split] }, sort: 'added' })
    expect(await idsOf('train')).toEqual([])
    expect(await idsOf('valid')).toHaveLength(IMAGES)
    expect(brokenInvariants(library)).toEqual([])
  } finally {
    await station.kill()
    await removeFolder(library)
  }
})

test('an import of images that two files label, some of them there before, tells the same with a kill as without', async () => {
  const library = await mkdtemp(join(tmpdir(), 'tessera-crash-'))
  let station = await startStation(library, ['--only', 'studio'])
  try {
    const { slug: project } = await station.studio.projects.create({ name: 'Crash', type: 'object-detection' })
    const images = await Promise.all(Array.from({ length: IMAGES }, async () => someImage()))
    const there = makeZip(images.slice(0, THERE).map((content, at) => ({ path: `${at}.png`, content })))
    await importAll(station, await sendDataset(station, project, there))
    const { taskId } = await startImport(station, await sendDataset(station, project, twiceLabelled(images)))
    for (const done of [1, IMAGES / 2]) {
      await untilDone(station, taskId, done)
      await station.kill()
      station = await startStation(library, ['--only', 'studio'])
    }

    const { result } = await untilEnded(station.studio, taskId)

    const { rows } = await station.studio.imports.report({ taskId, only: 'note', offset: 0, limit: 10 })
    expect(result).toMatchObject({ added: IMAGES - THERE, duplicates: THERE, annotated: IMAGES })
    expect(new Set(reasonsInWords(rows).map(({ reason }) => reason))).toEqual(
      new Set([
        `${IMAGES} images have annotations in several files or entries. They were combined.`,
        `The annotation files state other sizes for ${IMAGES} images. Their annotations were scaled to the images.`,
      ]),
    )
    const { labelled, duplicates } = await station.studio.imports.counts({ taskId })
    expect(duplicates).toBeGreaterThan(0)
    expect(labelled).toBe(duplicates)
    expect(await statesOf(station, project)).toEqual(new Set(['2 labels, 2 step']))
  } finally {
    await station.kill()
    await removeFolder(library)
  }
})

test('a dataset that was being checked, or waited for a person, is gone with the program, and the project untouched', async () => {
  const library = await mkdtemp(join(tmpdir(), 'tessera-crash-'))
  let station = await startStation(library, ['--only', 'studio'])
  try {
    const { slug: first } = await station.studio.projects.create({ name: 'First', type: 'object-detection' })
    const { slug: second } = await station.studio.projects.create({ name: 'Second', type: 'object-detection' })
    const waiting = await sendDataset(station, first, await labelledImages())
    await untilEnded(station.studio, waiting)
    const { dataset: arriving } = await station.studio.datasets.open({ project: second, name: 'Bay', expected: 2 })
    await put(station, arriving, 'a.png', await someImage())
    await station.kill()

    station = await startStation(library, ['--only', 'studio'])

    expect(await untilEnded(station.studio, arriving)).toMatchObject({
      status: 'failed',
      error: { code: 'check-cut-off' },
    })
    await expect(station.studio.datasets.plan({ dataset: waiting })).rejects.toThrow('no longer available')
    expect(await readdir(join(library, 'staging'))).toEqual([])
    for (const project of [first, second]) {
      expect(await station.studio.images.ids({ project, filter: {}, sort: 'added' })).toEqual([])
    }
  } finally {
    await station.kill()
    await removeFolder(library)
  }
})

async function labelledImages(): Promise<Buffer> {
  const images = await Promise.all(Array.from({ length: IMAGES }, async () => someImage()))
  const described = images.map((_, at) => ({
    name: `${at}.png`,
    width: 64,
    height: 48,
    objects: [['crate', 1, 1, 20, 20] as const, ['buoy', 10.25, 10.5, 20, 20] as const],
  }))
  return makeZip([
    ...images.map((content, at) => ({ path: `train/${at}.png`, content })),
    { path: 'train/labels.json', content: cocoText(described) },
  ])
}

/** Labels of each image in two files, which state half its size. */
function twiceLabelled(images: readonly Buffer[]): Buffer {
  const labels = (objects: readonly (readonly ['crate' | 'buoy', ...number[]])[]) =>
    cocoText(images.map((_, at) => ({ name: `${at}.png`, width: 32, height: 24, objects })))
  return makeZip([
    ...images.map((content, at) => ({ path: `${at}.png`, content })),
    { path: 'first.json', content: labels([['crate', 1, 1, 20, 20]]) },
    { path: 'second.json', content: labels([['buoy', 5, 5, 10, 10]]) },
  ])
}

async function startImport({ studio }: StationProcess, dataset: TaskId) {
  expect(await untilEnded(studio, dataset)).toMatchObject({ status: 'completed' })
  return studio.datasets.import({ dataset, wish: { batchName: 'Bay', labelled: 'replace', splits: 'dataset' } })
}

async function importAll(station: StationProcess, dataset: TaskId): Promise<void> {
  const { taskId } = await startImport(station, dataset)
  expect(await untilEnded(station.studio, taskId)).toMatchObject({ status: 'completed' })
}

async function listedImages(): Promise<Buffer> {
  const images = await Promise.all(Array.from({ length: IMAGES }, async () => someImage()))
  const described = images.map((_, at) => ({ name: `${at}.png`, width: 64, height: 48 }))
  const labels = (objects: readonly (readonly ['crate', ...number[]])[]) =>
    cocoText(described.map((image) => ({ ...image, objects })))
  return makeZip([
    ...images.map((content, at) => ({ path: `${at}.png`, content })),
    { path: 'train.json', content: labels([]) },
    { path: 'val.json', content: labels([['crate', 1, 1, 20, 20]]) },
  ])
}

/** The image added by the first run must not be taken for the one of the other file with the same name. */
async function recordedImages(): Promise<Buffer> {
  const records = async () => {
    const images = await Promise.all(Array.from({ length: IMAGES / 2 }, async () => someImage()))
    return Buffer.concat(images.map((image, at) => imageRecord(`${at}.png`, image)))
  }
  return makeZip([
    { path: 'train.tfrecord', content: await records() },
    { path: 'valid.tfrecord', content: await records() },
  ])
}

async function sendDataset(station: StationProcess, project: ProjectSlug, zip: Buffer): Promise<TaskId> {
  const { dataset } = await station.studio.datasets.open({ project, name: 'Bay', expected: 1 })
  await put(station, dataset, 'bay.zip', zip)
  await station.studio.datasets.arrived({ dataset })
  return dataset
}

async function put(station: StationProcess, dataset: TaskId, path: string, bytes: Buffer): Promise<void> {
  const response = await station.fetch(datasetFileUrl(dataset, path), { method: 'PUT', body: Buffer.from(bytes) })
  expect(response.status).toBe(200)
}

/** Waits, told by the studio's notes, until so many images are done. */
async function untilDone({ studio }: StationProcess, taskId: TaskId, images: number): Promise<void> {
  const notes = await studio.session.watch()
  for (;;) {
    const { status, progress } = await studio.tasks.read({ taskId })
    expect(status).toBe('running')
    if (progress !== null && progress.current >= images) break
    await notes.next()
  }
  await notes.return?.(undefined)
}

/** State of the images, in words. */
async function statesOf({ studio }: StationProcess, project: ProjectSlug): Promise<ReadonlySet<string>> {
  const states = new Set<string>()
  for (const image of await studio.images.ids({ project, filter: {}, sort: 'added' })) {
    const { shapes, undo } = await studio.annotations.open({ project, image })
    states.add(`${shapes.length} labels, ${undo.length} step`)
  }
  return states
}

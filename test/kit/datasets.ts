import { Readable } from 'node:stream'
import type { DatasetPlan, DatasetWish } from '#common/contract/datasets'
import type { TaskView } from '#common/contract/tasks'
import type { TaskId } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import type { Project } from '#core/dataset/projects/ports'
import { newProject } from './dataset.ts'
import type { TestStation } from './station.ts'
import type { MadeEntry } from './zip-maker.ts'

export type SentFile = Pick<MadeEntry, 'path' | 'content'>

/** Makes a project for a test. */
export async function datasetProject(station: TestStation, type?: string): Promise<Project> {
  const found = await station.services.projects.find(station.workspace, await newProject(station, type))
  if (!found.ok) throw new Error(sentenceOf(found.error))
  return found.value
}

/** Opens a dataset import that expects a number of files. */
export async function openDataset(station: TestStation, project: Project, expected: number): Promise<TaskId> {
  const opened = await station.datasets.open(project, { name: 'Bay', expected })
  if (!opened.ok) throw new Error(sentenceOf(opened.error))
  return opened.value
}

/** Sends a dataset and waits for the end of its check. */
export async function checkFiles(
  station: TestStation,
  project: Project,
  files: readonly SentFile[],
): Promise<{ readonly dataset: TaskId; readonly task: TaskView }> {
  const dataset = await openDataset(station, project, files.length)
  for (const { path, content } of files) {
    const taken = await station.datasets.takeFile(dataset, path, Readable.from([Buffer.from(content)]))
    if (!taken.ok) throw new Error(sentenceOf(taken.error))
  }
  await station.datasets.arrived(dataset)
  return { dataset, task: await station.taskEnd(dataset) }
}

/** Does the same as `checkFiles` for a readable dataset; returns the plan. */
export async function planOf(
  station: TestStation,
  project: Project,
  files: readonly SentFile[],
): Promise<DatasetPlan & { readonly dataset: TaskId }> {
  const { dataset, task } = await checkFiles(station, project, files)
  const plan = station.datasets.plan(dataset)
  if (!plan.ok) throw new Error(sentenceOf(task.error ?? plan.error))
  return { ...plan.value, dataset }
}

const WISH: DatasetWish = { batchName: 'Bay', labelled: 'keep', splits: 'dataset' }

/** Imports a checked dataset and waits for the end. */
export async function importChecked(
  station: TestStation,
  dataset: TaskId,
  wish: Partial<DatasetWish> = {},
): Promise<TaskView> {
  const started = await station.datasets.start(station.workspace, dataset, { ...WISH, ...wish })
  if (!started.ok) throw new Error(sentenceOf(started.error))
  return station.taskEnd(started.value)
}

/** Returns every image of a project by name, with its split and annotations. */
export async function imagesOf(station: TestStation, project: Project) {
  const window = { filter: {}, sort: 'name', offset: 0, limit: 500 } as const
  const { rows } = await station.services.images.page(project, window)
  const images = await Promise.all(
    rows.map(async ({ id, name, split }) => {
      const opened = await station.services.annotations.open(project, id)
      if (!opened.ok) throw new Error(sentenceOf(opened.error))
      const { shapes, isNull, undo } = opened.value
      return [name, { split, shapes: shapes.length, isNull, undo }] as const
    }),
  )
  return Object.fromEntries(images)
}

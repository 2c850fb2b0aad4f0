import type { DatasetPlan, DatasetWish } from '#common/contract/datasets'
import { ClassName } from '#common/contract/projects'
import type { Refusal } from '#common/errors'
import type { TaskId } from '#common/ids'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import type { Workspace } from '../../access/workspaces/ports.ts'
import type { Project } from '../../dataset/projects/ports.ts'
import type { TaskRepository, TaskRunner } from '../../tasks/ports.ts'
import { arrivals } from './check/arrivals.ts'
import type { CheckSources } from './check/check.ts'
import { checkWork, type NewDataset } from './check/work.ts'
import { datasetReports, heldDatasets } from './held.ts'
import { ImportInput, type ImportWorkSources, importWork } from './import/work.ts'

export type DatasetService = ReturnType<typeof datasetService>

interface Dependencies extends CheckSources, ImportWorkSources {
  readonly tasks: TaskRepository
  readonly runner: TaskRunner
}

/**
 * Datasets that are brought in as a whole: their files arrive, a check says what an import would do, and an import does it. What was
 * checked and never imported is gone with the next start, or when another dataset is checked for the project.
 */
export function datasetService(dependencies: Dependencies) {
  const { staging, readers, runner, tasks } = dependencies
  const held = heldDatasets(staging)
  const { untilArrived, takeFile, arrived } = arrivals(staging)
  const checks = checkWork({ ...dependencies, held, untilArrived })

  async function open(project: Project, about: NewDataset): Promise<Result<TaskId, Refusal>> {
    await held.forgetWaiting(project)
    readers.warm()
    return checks.first(project, about)
  }

  async function check(dataset: TaskId, format: string | null): Promise<Result<TaskId, Refusal>> {
    const there = held.checked(dataset)
    return there.ok ? ok(await checks.again(dataset, format, there.value)) : there
  }

  async function start(workspace: Workspace, dataset: TaskId, wish: DatasetWish): Promise<Result<TaskId, Refusal>> {
    const there = held.checked(dataset)
    if (!there.ok) return there
    held.setImporting(dataset)
    const { project, name, checked } = there.value
    const { rows, plan } = checked
    const attributes = Object.fromEntries([...checked.attributes].map(([name, each]) => [name, [...each]]))
    const about = { dataset, format: plan.format, expected: rows.length, classes: newClassesOf(plan), attributes, wish }
    const input: ImportInput = { workspace, project: project.slug, ...about }
    const task = {
      workspace: project.workspace,
      projectId: project.id,
      title: message('title-import-dataset', { name }),
      input,
    }
    const taskId = await runner.create({ ...task, kind: 'dataset-import' })
    runner.begin(taskId, 'dataset-import', input)
    return ok(taskId)
  }

  /** Lets go of a dataset, checked or still on its way; what is being imported is not touched. */
  async function discard(dataset: TaskId): Promise<void> {
    if (held.find(dataset)?.isImporting === true || runner.cancel(dataset)) return
    await held.forget(dataset)
  }

  /** Takes away what no unfinished import needs. */
  async function tidy(): Promise<void> {
    const unfinished = (await tasks.unfinished()).filter(({ kind }) => kind === 'dataset-import')
    const needed = new Set(unfinished.map(({ input }) => ImportInput.safeParse(input).data?.dataset))
    for (const dataset of await staging.all()) if (!needed.has(dataset)) await staging.discard(dataset)
  }

  return {
    works: [checks.work, importWork(dependencies, held)],
    open,
    takeFile,
    arrived,
    check,
    start,
    discard,
    tidy,
    waiting: held.waiting,
    ...datasetReports(held),
  }
}

/** Classes that the import is sure to need: labels that an image keeps may leave theirs unused. */
function newClassesOf({ images, classes }: DatasetPlan): string[] {
  if (images.labelled > 0) return []
  const fresh = classes.filter(({ isNew, name }) => isNew && ClassName.safeParse(name).success)
  return fresh.toSorted((a, b) => a.color - b.color).map(({ name }) => name)
}

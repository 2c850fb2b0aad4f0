import { type Refusal, refusal } from '#common/errors'
import type { TaskId } from '#common/ids'
import { message } from '#common/messages/message'
import type { Result } from '#common/result'
import type { Project } from '../../../dataset/projects/ports.ts'
import { begun } from '../../../tasks/begun.ts'
import { Refused, type TaskContext, type TaskResult, type TaskRunner, type TaskWork } from '../../../tasks/ports.ts'
import type { HeldDatasets } from '../held.ts'
import type { arrivals } from './arrivals.ts'
import { type CheckSources, checkDataset } from './check.ts'

interface Dependencies extends CheckSources {
  readonly runner: TaskRunner
  readonly held: HeldDatasets
  readonly untilArrived: ReturnType<typeof arrivals>['untilArrived']
}

interface Starting {
  readonly dataset: TaskId
  /** The format; undefined: the most likely one; null: none. */
  readonly format: string | null | undefined
  /** The files are still to come. */
  readonly arriving: { readonly expected: number; readonly opened: () => void } | undefined
}

/** Checks as tasks. Each is begun by a sender of this process: what was not checked when the program ended is dropped. */
export function checkWork({ runner, held, untilArrived, ...sources }: Dependencies) {
  const starting = new Map<TaskId, Starting>()

  const work: TaskWork = {
    kind: 'dataset-check',
    afterCrash: { abandon: message('check-cut-off') },
    async run(_input, context) {
      const start = starting.get(context.taskId)
      starting.delete(context.taskId)
      if (start === undefined) throw new Error('A check cannot be started without its sender')
      return check(start, context)
    },
    // Of a first check; a later one has another number, and leaves the dataset as it was.
    async abandon(_input, taskId) {
      starting.delete(taskId)
      await held.forget(taskId)
    },
  }

  async function check({ dataset, format, arriving }: Starting, context: TaskContext): Promise<TaskResult> {
    if (arriving) await untilArrived(context, arriving)
    const there = held.find(dataset)
    if (there === undefined) throw new Refused(refusal('dataset-gone'))
    const { project, name, glances } = there
    const recognised = held.recognised(dataset, project.type)
    there.checked = await checkDataset(sources, { project, dataset, name, format, glances, recognised }, context)
    return { dataset, project: project.slug }
  }

  function create({ id, workspace }: Project, name: string): Promise<TaskId> {
    return runner.create({
      workspace,
      projectId: id,
      title: message('title-check-dataset', { name }),
      input: {},
      kind: 'dataset-check',
    })
  }

  /** The dataset, whose files are waited for when this answers. */
  async function first(project: Project, { name, expected }: NewDataset): Promise<Result<TaskId, Refusal>> {
    const dataset = await create(project, name)
    held.add(dataset, project, name)
    const { promise: ready, resolve: opened } = Promise.withResolvers<void>()
    starting.set(dataset, { dataset, format: undefined, arriving: { expected, opened } })
    return begun(dataset, ready, runner.begin(dataset, 'dataset-check', {}).ended)
  }

  /** One more check of the same files, as another format. */
  async function again(dataset: TaskId, format: string | null, { project, name }: Named): Promise<TaskId> {
    const taskId = await create(project, name)
    starting.set(taskId, { dataset, format, arriving: undefined })
    runner.begin(taskId, 'dataset-check', {})
    return taskId
  }

  return { work, first, again }
}

export interface NewDataset {
  readonly name: string
  /** Files that will be sent, as far as the sender knows. */
  readonly expected: number
}

interface Named {
  readonly project: Project
  readonly name: string
}

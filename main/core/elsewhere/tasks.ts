import { brand } from '#common/border'
import type { TaskKind, TaskView } from '#common/contract/tasks'
import { type Refusal, refuse } from '#common/errors'
import { type ProjectSlug, TaskId } from '#common/ids'
import { ok, type Result } from '#common/result'
import type { ManagedTask } from '../management/model.ts'
import type { Outcome } from '../management/outcome.ts'
import type { TaskProgress, TaskResult } from '../tasks/ports.ts'
import type { Elsewhere } from './ports.ts'

export type TasksElsewhere = ReturnType<typeof tasksElsewhere>

export interface NewWork {
  readonly kind: TaskKind
  readonly project: ProjectSlug
  readonly title: string
}

interface Known {
  view: TaskView
  /** The other machine runs it and is asked how far it is. */
  readonly isTheirs: boolean
  readonly stop: AbortController
}

/** As many as are listed on this machine. */
const KEPT = 50

/** Work that was begun here: the API tells of single tasks, and lists none. */
export function tasksElsewhere({ host, management, clock, random, notes }: Elsewhere) {
  const known = new Map<TaskId, Known>()

  function remember(
    work: NewWork,
    { taskId, isTheirs }: { readonly taskId: TaskId; readonly isTheirs: boolean },
  ): Known {
    const at = clock.now().toISOString()
    const none = { progress: null, result: null, error: null }
    const view: TaskView = { taskId, ...work, ...none, status: 'running', createdAt: at, updatedAt: at }
    const made = { view, isTheirs, stop: new AbortController() }
    known.set(taskId, made)
    for (const old of [...known.keys()].slice(0, Math.max(0, known.size - KEPT))) known.delete(old)
    notes.publish({ kind: 'task', taskId })
    return made
  }

  function change(task: Known, part: Partial<TaskView>): void {
    const next = { ...task.view, ...part }
    if (JSON.stringify(next) === JSON.stringify(task.view)) return
    task.view = { ...next, updatedAt: clock.now().toISOString() }
    notes.publish({ kind: 'task', taskId: task.view.taskId })
  }

  /** A task that the other machine runs. */
  function follow(id: string, work: NewWork): TaskId {
    // Whatever it calls its task, a page can carry this.
    const taskId = TaskId.safeParse(id).data ?? brand<TaskId>(random.id())
    remember(work, { taskId, isTheirs: true })
    return taskId
  }

  /** Work of this program that waits for the other machine. */
  function begin(work: NewWork) {
    const task = remember(work, { taskId: brand<TaskId>(random.id()), isTheirs: false })
    return {
      taskId: task.view.taskId,
      signal: task.stop.signal,
      report: (progress: TaskProgress) => change(task, { progress: { ...progress } }),
      end: (outcome: Result<TaskResult, Refusal>) =>
        change(
          task,
          outcome.ok
            ? { status: 'completed', result: { ...outcome.value } }
            : { status: 'failed', error: outcome.error.message },
        ),
    }
  }

  async function read(taskId: TaskId): Outcome<TaskView> {
    const task = known.get(taskId)
    if (task?.isTheirs !== true || !isOpen(task.view)) return task ? ok(task.view) : notThere(taskId)
    const told = await management.task(taskId)
    if (!told.ok) return told
    change(task, viewOf(told.value))
    return ok(task.view)
  }

  async function list(): Promise<TaskView[]> {
    // One that cannot be asked is shown as it was.
    await Promise.all([...known.values()].filter(({ isTheirs }) => isTheirs).map(({ view }) => read(view.taskId)))
    const views = [...known.values()].map(({ view }) => view).toReversed()
    return [...views.filter(isOpen), ...views.filter((view) => !isOpen(view))]
  }

  function cancel(taskId: TaskId): Result<undefined, Refusal> {
    const task = known.get(taskId)
    if (task === undefined) return notThere(taskId)
    if (task.isTheirs) return refuse('remote-cannot', `The API of ${host} cannot stop a task. It goes on there`)
    if (!isOpen(task.view)) return refuse('task-ended', 'This task has ended')
    task.stop.abort()
    change(task, { status: 'failed', error: 'Cancelled' })
    return ok(undefined)
  }

  function notThere(taskId: TaskId) {
    return refuse('task-not-found', `There is no task "${taskId}" that was begun here`)
  }

  return { follow, begin, read, list, cancel }
}

function isOpen({ status }: Pick<TaskView, 'status'>): boolean {
  return status === 'created' || status === 'running'
}

const STATUS = { created: 'created', completed: 'completed', failed: 'failed' } as const

function viewOf({ status, progress, result, error }: ManagedTask): Partial<TaskView> {
  const known = Object.entries(STATUS).find(([name]) => name === status)?.[1] ?? 'running'
  return {
    status: known,
    progress: progress && { ...progress },
    result: result ? { ...result } : null,
    error: error ?? null,
  }
}

import { brand } from '#common/border'
import { CANCELLED, type TaskKind, type TaskView } from '#common/contract/tasks'
import { type Refusal, refuse } from '#common/errors'
import { type ProjectSlug, TaskId } from '#common/ids'
import { literal, message } from '#common/messages/message'
import { said } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import { ok, type Result } from '#common/result'
import type { ManagedTask } from '../management/model.ts'
import type { TaskProgress, TaskResult } from '../tasks/ports.ts'
import { isPassing } from './passing.ts'
import type { Remote } from './ports.ts'

export type RemoteTasks = ReturnType<typeof remoteTasks>

export interface NewWork {
  readonly kind: TaskKind
  /** Null if its project does not exist. */
  readonly project: ProjectSlug | null
  readonly title: Message
}

/** Converts the result of a finished task to that of this program. */
type ReadResult = (told: TaskResult) => Promise<TaskResult>

interface Known {
  view: TaskView
  /** The remote runs it and is asked for its progress. */
  readonly isTheirs: boolean
  readonly stop: AbortController
}

const ASK_MS = 1000

/** The same number as on this machine. */
const KEPT = 50

/** Tasks that were started here: the API returns single tasks, but no list. */
export function remoteTasks({ host, management, clock, random, notes, wait }: Remote) {
  const known = new Map<TaskId, Known>()

  function remember(
    work: NewWork,
    { taskId, isTheirs }: { readonly taskId: TaskId; readonly isTheirs: boolean },
  ): Known {
    const at = clock.now().toISOString()
    const none = { progress: null, result: null, error: null }
    const view: TaskView = {
      taskId,
      ...work,
      title: said(work.title),
      ...none,
      status: 'running',
      createdAt: at,
      updatedAt: at,
    }
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

  /** A task that the remote runs. */
  function follow(id: string, work: NewWork, read?: ReadResult): TaskId {
    // Whatever it calls its task, a page can carry this.
    const taskId = TaskId.safeParse(id).data ?? brand<TaskId>(random.id())
    void watch(remember(work, { taskId, isTheirs: true }), id, read)
    return taskId
  }

  /** Polls until it has ended. Its changes on the remote affect every page. */
  async function watch(task: Known, id: string, read?: ReadResult): Promise<void> {
    try {
      while (isOpen(task.view)) {
        const told = await management.task(id)
        if (told.ok) change(task, await viewOf(told.value, read))
        else if (!isPassing(told.error)) change(task, { status: 'failed', error: said(told.error) })
        if (isOpen(task.view)) await wait(ASK_MS)
      }
    } catch {
      // The studio is using another connection by now.
      return
    }
    const { project } = task.view
    if (project === null) return notes.publish({ kind: 'projects' })
    notes.publish({ kind: 'images', project })
    notes.publish({ kind: 'versions', project })
  }

  /** A task of this program that waits for the remote. */
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
            : { status: 'failed', error: said(outcome.error) },
        ),
    }
  }

  function read(taskId: TaskId): Result<TaskView, Refusal> {
    const task = known.get(taskId)
    return task ? ok(task.view) : notThere(taskId)
  }

  function list(): TaskView[] {
    const views = [...known.values()].map(({ view }) => view).toReversed()
    return [...views.filter(isOpen), ...views.filter((view) => !isOpen(view))]
  }

  function cancel(taskId: TaskId): Result<undefined, Refusal> {
    const task = known.get(taskId)
    if (task === undefined) return notThere(taskId)
    if (task.isTheirs) return refuse('remote-cannot-stop-task', { host })
    if (!isOpen(task.view)) return refuse('task-ended')
    task.stop.abort()
    change(task, { status: 'failed', error: said(message(CANCELLED)) })
    return ok(undefined)
  }

  function notThere(taskId: TaskId) {
    return refuse('remote-task-unknown', { task: taskId })
  }

  return { follow, begin, read, list, cancel }
}

function isOpen({ status }: Pick<TaskView, 'status'>): boolean {
  return status === 'created' || status === 'running'
}

/** Whatever a machine tells, a page can carry this. */
function toCount(told: number): number {
  return Math.min(Math.max(0, Math.round(told)), Number.MAX_SAFE_INTEGER)
}

const STATUS = { created: 'created', completed: 'completed', failed: 'failed' } as const

async function viewOf(
  { status, progress, result, error }: ManagedTask,
  read: ReadResult = async (told) => told,
): Promise<Partial<TaskView>> {
  const known = Object.entries(STATUS).find(([name]) => name === status)?.[1] ?? 'running'
  return {
    status: known,
    progress: progress && { current: toCount(progress.current), total: toCount(progress.total) },
    result: result && known === 'completed' ? { ...(await read(result)) } : null,
    error: error === undefined ? null : said(literal(error)),
  }
}

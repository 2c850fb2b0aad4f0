import { brand } from '#common/border'
import { CANCELLED, type TaskKind } from '#common/contract/tasks'
import type { TaskId } from '#common/ids'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { DamagedRowError, isDamagedRow } from '#core/damaged-row'
import { type Clock, DiskFullError, type Notes, type Random } from '#core/ports'
import { failureMessage } from '#core/system-failure'
import {
  type PatientContext,
  Refused,
  type TaskEnd,
  type TaskProgress,
  type TaskRepository,
  type TaskResult,
  type TaskRunner,
  type TaskWork,
} from '#core/tasks/ports'

/** Progress is written and told at most this often; the last value always is. */
const REPORT_EVERY_MS = 200

/** A task that was running so often when the program crashed, without getting any further, is not begun again. */
const MOST_ATTEMPTS = 2
const CRASHED_TWICE = {
  kept: message('task-crashed-twice'),
  removed: message('task-crashed-twice-and-removed'),
}

const DAMAGED = new DamagedRowError(message('row-this-task'), { remedy: 'restore' })

interface Dependencies {
  readonly tasks: TaskRepository
  readonly clock: Clock
  readonly random: Random
  readonly notes: Notes
  readonly logFailure: (message: string, failure: unknown) => void
  /** Monotonic clock in milliseconds. */
  readonly elapsedMs?: () => number
}

export interface RecoveringTaskRunner extends TaskRunner {
  /** Takes up, or ends with a reason, every task that a crash left open. Call once, after all kinds are registered. */
  recover(): Promise<void>
  /** Stops running work without ending it, so that the next start resumes it; waits until nothing runs. */
  stop(): Promise<void>
}

/** The reason that a signal carries when the program is ending: the task stays open. */
const STOPPING = new Error('The station is stopping')

interface Job {
  readonly id: TaskId
  readonly work: TaskWork
  readonly input: unknown
}

interface Running {
  readonly abort: AbortController
  readonly ended: Promise<TaskEnd>
}

/** Runs tasks in this process. States and results are rows; this keeps only what is running now. */
export function taskRunner({
  tasks,
  clock,
  random,
  notes,
  logFailure,
  elapsedMs = () => performance.now(),
}: Dependencies): RecoveringTaskRunner {
  const works = new Map<TaskKind, TaskWork>()
  const running = new Map<TaskId, Running>()

  function workOf(kind: TaskKind): TaskWork {
    const work = works.get(kind)
    if (work === undefined) throw new Error(`No work is registered for ${kind}`)
    return work
  }

  function reporter(id: TaskId) {
    let latest: TaskProgress | undefined
    let lastWritten = Number.NEGATIVE_INFINITY
    let writing: Promise<void> = Promise.resolve()
    function write() {
      if (latest === undefined) return
      lastWritten = elapsedMs()
      const progress = latest
      latest = undefined
      writing = writing.then(() => tasks.setProgress(id, progress, clock.now())).catch(() => undefined)
      notes.publish({ kind: 'task', taskId: id })
    }
    return {
      report(progress: TaskProgress) {
        latest = progress
        if (elapsedMs() - lastWritten >= REPORT_EVERY_MS) write()
      },
      async flush() {
        write()
        await writing
      },
    }
  }

  async function execute({ id, work, input }: Job, signal: AbortSignal): Promise<TaskEnd> {
    const progress = reporter(id)
    try {
      await tasks.setRunning(id, clock.now())
      const result = await work.run(input, { taskId: id, signal, report: progress.report, idle: idleOf(id) })
      await progress.flush()
      await finish({ id, work, input }, result)
      return { kind: 'completed' }
    } catch (failure) {
      if (signal.aborted && signal.reason === STOPPING) await rest(id)
      else {
        await progress.flush()
        await end({ id, work, input }, signal.aborted ? message(CANCELLED) : reasonOf(failure, logFailure))
      }
      return { kind: 'failed', failure }
    } finally {
      running.delete(id)
      notes.publish({ kind: 'task', taskId: id }, 'at-once')
    }
  }

  function idleOf(id: TaskId): PatientContext['idle'] {
    return async (wait) => {
      await tasks.uncountAttempt(id)
      await wait()
      await tasks.setRunning(id, clock.now())
    }
  }

  async function rest(id: TaskId): Promise<void> {
    await tasks
      .uncountAttempt(id)
      .catch((failure: unknown) => logFailure(`The stop of task ${id} is not noted`, failure))
  }

  async function finish({ id, work, input }: Job, result: TaskResult) {
    await tasks.complete(id, result, clock.now())
    await work
      .settle?.(input, id)
      .catch((failure: unknown) => logFailure(`Tidying up after task ${id} failed`, failure))
  }

  async function end({ id, work, input }: Job, reason: Message) {
    try {
      await work.abandon?.(input, id)
    } catch (failure) {
      logFailure(`Cleaning up after task ${id} failed`, failure)
    }
    await tasks
      .fail(id, reason, clock.now())
      .catch((failure: unknown) => logFailure(`Task ${id} could not be ended`, failure))
  }

  function begin(id: TaskId, kind: TaskKind, input: unknown) {
    const abort = new AbortController()
    const ended = execute({ id, work: workOf(kind), input }, abort.signal)
    running.set(id, { abort, ended })
    notes.publish({ kind: 'task', taskId: id })
    return { ended }
  }

  return {
    register: (work) => void works.set(work.kind, work),
    async create(task) {
      const id = brand<TaskId>(random.id())
      await tasks.create({ ...task, id, createdAt: clock.now() })
      return id
    },
    begin,
    cancel(id) {
      const task = running.get(id)
      task?.abort.abort(new DOMException('Cancelled', 'AbortError'))
      return task !== undefined
    },
    async recover() {
      for (const { id, kind, input, attempts } of await tasks.unfinished()) {
        const work = workOf(kind)
        if (input === undefined) await end({ id, work, input }, DAMAGED.refusal)
        else if (work.afterCrash !== 'resume') await end({ id, work, input }, work.afterCrash.abandon)
        else if (attempts < (work.mostCrashes ?? MOST_ATTEMPTS)) begin(id, kind, input)
        else await end({ id, work, input }, work.isAllOrNothing ? CRASHED_TWICE.removed : CRASHED_TWICE.kept)
      }
    },
    async stop() {
      const open = [...running.values()]
      for (const { abort } of open) abort.abort(STOPPING)
      await Promise.all(open.map(({ ended }) => ended))
    },
  }
}

/** Reason shown to a person when work failed. Bugs and broken machines go to the log in full. */
function reasonOf(failure: unknown, logFailure: Dependencies['logFailure']): Message {
  const isExpected = failure instanceof Refused || failure instanceof DiskFullError || isDamagedRow(failure)
  if (!isExpected) logFailure('A task failed', failure)
  return failureMessage(failure)
}

import type { TaskView } from '#common/contract/tasks'
import type { TaskId } from '#common/ids'
import type { StudioClient } from './station-process.ts'

/** Waits for the studio's note that a task has ended. */
export async function untilEnded(studio: StudioClient, taskId: TaskId): Promise<TaskView> {
  return watched(studio, async () => {
    const task = await studio.tasks.read({ taskId })
    return isOpen(task) ? undefined : task
  })
}

/** Waits until no task is open. */
export async function untilIdle(studio: StudioClient): Promise<TaskView[]> {
  return watched(studio, async () => {
    const tasks = await studio.tasks.list()
    return tasks.some(isOpen) ? undefined : tasks
  })
}

function isOpen({ status }: TaskView): boolean {
  return status === 'created' || status === 'running'
}

/** Asks, and again after each note, until there is an answer. */
async function watched<Answer>(studio: StudioClient, ask: () => Promise<Answer | undefined>): Promise<Answer> {
  const stop = new AbortController()
  const notes = await studio.session.watch(undefined, { signal: stop.signal })
  try {
    for (;;) {
      const answer = await ask()
      if (answer !== undefined) return answer
      const note = await notes.next()
      if (note.done === true) throw new Error('The studio ended its notes')
    }
  } finally {
    await notes.return?.(undefined)
    stop.abort()
  }
}

import { CANCELLED, type TaskView } from '#common/contract/tasks'
import type { TaskId } from '#common/ids'
import { onLibraryNote } from './notes.ts'
import { refusalReason } from './sentence.ts'
import { studio } from './studio.ts'

type ReadTask = (ref: { readonly taskId: TaskId }) => Promise<TaskView>

/** The task in its last state, once it has ended; also after the screen that started it is gone. */
export async function taskEnd(taskId: TaskId, read: ReadTask = studio.tasks.read): Promise<TaskView> {
  return await new Promise((resolve, reject) => {
    const stopped = new AbortController()
    const look = async () => {
      try {
        const task = await read({ taskId })
        if (isRunning(task)) return
        stopped.abort()
        resolve(task)
      } catch (error) {
        // A lost connection comes back; a refusal is final.
        if (refusalReason(error) === undefined) return
        stopped.abort()
        reject(error)
      }
    }
    const timer = setInterval(look, LOOK_AGAIN_MS)
    const stopListening = onLibraryNote((note) => void (note.kind === 'task' && note.taskId === taskId && look()))
    stopped.signal.addEventListener('abort', () => {
      clearInterval(timer)
      stopListening()
    })
    void look()
  })
}

export function isRunning({ status }: Pick<TaskView, 'status'>): boolean {
  return status === 'created' || status === 'running'
}

/** Whether a person ended it. */
export function wasCancelled({ status, error }: Pick<TaskView, 'status' | 'error'>): boolean {
  return status === 'failed' && error?.code === CANCELLED
}

/** Notes can be missed while the connection is away. */
const LOOK_AGAIN_MS = 3000

import type { TaskView } from '#common/contract/tasks'
import { type Refusal, refuse } from '#common/errors'
import { TaskId } from '#common/ids'
import { ok, type Result } from '#common/result'
import type { Workspace } from '../access/workspaces/ports.ts'
import type { TaskRepository, TaskRunner } from './ports.ts'

export type TaskService = ReturnType<typeof taskService>

/** Reads and cancels tasks. A task of another workspace does not exist. */
export function taskService({ tasks, runner }: { readonly tasks: TaskRepository; readonly runner: TaskRunner }) {
  async function read(workspace: Workspace, id: string): Promise<Result<TaskView, Refusal>> {
    const parsed = TaskId.safeParse(id)
    const task = parsed.success ? await tasks.find(workspace.row, parsed.data) : undefined
    return task ? ok(task) : refuse('task-unknown', { task: id })
  }

  async function cancel(workspace: Workspace, id: string): Promise<Result<undefined, Refusal>> {
    const task = await read(workspace, id)
    if (!task.ok) return task
    if (!runner.cancel(task.value.taskId)) return refuse('task-has-ended', { title: task.value.title })
    return ok(undefined)
  }

  return { read, cancel, list: (workspace: Workspace) => tasks.list(workspace.row) }
}

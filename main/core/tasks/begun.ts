import { type Refusal, refuse } from '#common/errors'
import type { TaskId } from '#common/ids'
import { ok, type Result } from '#common/result'
import { DiskFullError } from '../ports.ts'
import { Refused, type TaskEnd } from './ports.ts'

/** Waits until the work of a task is ready for its sender, or until the task has failed before that. */
export async function begun(
  taskId: TaskId,
  ready: Promise<void>,
  ended: Promise<TaskEnd>,
): Promise<Result<TaskId, Refusal>> {
  const end = await Promise.race([ready, ended])
  if (end === undefined || end.kind === 'completed') return ok(taskId)
  if (end.failure instanceof DiskFullError) throw end.failure
  // Any other failure is in the log in full, and may name places of this machine.
  if (!(end.failure instanceof Refused)) return refuse('task-not-started')
  return refuse('task-refused', {}, end.failure.said)
}

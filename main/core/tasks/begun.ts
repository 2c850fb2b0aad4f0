import { type Refusal, refuseSaying } from '#common/errors'
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
  const reason = end.failure instanceof Refused ? end.failure.message : NOT_STARTED
  return refuseSaying('task-not-started', reason)
}

const NOT_STARTED = 'Tessera could not start the task. Its log says why. Restart Tessera if it happens again'

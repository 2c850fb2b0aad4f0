import type { z } from 'zod'
import type { ManagedTask } from '#core/management/model'
import type { TaskBody } from '../schemas/tasks.ts'

export function toTaskBody({ taskId, status, progress, result, error }: ManagedTask): z.input<typeof TaskBody> {
  return {
    taskId,
    status,
    progress,
    ...(status === 'completed' && { result: { ...result } }),
    ...(status === 'failed' && { error: error ?? 'No reason is known' }),
  }
}

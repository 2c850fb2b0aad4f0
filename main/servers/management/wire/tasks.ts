import type { z } from 'zod'
import type { ManagedTask } from '#core/management/model'
import type { TaskBody } from '../schemas/tasks.ts'

/** `origin`: where the request came to, for the links of results. */
export function toTaskBody(task: ManagedTask, origin: string): z.input<typeof TaskBody> {
  const { taskId, status, progress, result, error } = task
  return {
    taskId,
    status,
    progress,
    ...(status === 'completed' && { result: withLinks(result, origin) }),
    ...(status === 'failed' && { error: error ?? 'No reason is known' }),
  }
}

/** A copy of a project is told with where it is. */
function withLinks(result: ManagedTask['result'], origin: string): Record<string, unknown> {
  const { forked, id } = result ?? {}
  if (forked !== true || typeof id !== 'string') return { ...result }
  const url = `${origin}/${id}`
  return { ...result, datasetUrl: url, url }
}

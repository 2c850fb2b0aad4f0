import { z } from 'zod'
import { WorkspacePath } from './kit.ts'

export const TaskPath = WorkspacePath.extend({ id: z.string() })

export const TaskCreatedBody = z
  .object({ taskId: z.string(), url: z.string().meta({ description: 'Where to follow the task' }) })
  .meta({ id: 'TaskCreated' })

export const TaskBody = z
  .object({
    taskId: z.string(),
    status: z.string().meta({ description: 'created, running, completed or failed' }),
    progress: z.object({ current: z.int(), total: z.int() }).nullable(),
    result: z.record(z.string(), z.unknown()).optional().meta({ description: 'Only when completed' }),
    error: z.string().optional().meta({ description: 'Only when failed' }),
  })
  .meta({ id: 'Task' })

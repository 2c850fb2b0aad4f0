import { z } from 'zod'
import { ProjectSlug, TaskId } from '../ids.ts'
import { Moment, onProject, Said, TaskRef } from './kit.ts'

export const TaskKind = z.enum([
  'import',
  'rebalance',
  'version',
  'export',
  'send',
  'metadata',
  'describe',
  'triage',
  'zip',
  'fork',
  'publish',
  'fetch',
  'search-export',
  'dataset-check',
  'dataset-import',
  'model-install',
  'model-fetch',
  'model-labels',
  'transfer',
  'undo',
])
export type TaskKind = z.infer<typeof TaskKind>

/** The code of the error of a task that somebody ended. */
export const CANCELLED = 'task-cancelled'

export const TaskView = z.object({
  taskId: TaskId,
  kind: TaskKind,
  project: ProjectSlug.nullable(),
  /** For people: "Import 312 images", "Version 3", "Export version 3 as COCO", "Send Bay to nas:9000". */
  title: Said,
  status: z.enum(['created', 'running', 'completed', 'failed']),
  progress: z.object({ current: z.number().int(), total: z.number().int() }).nullable(),
  result: z.record(z.string(), z.unknown()).nullable(),
  error: Said.nullable(),
  createdAt: Moment,
  updatedAt: Moment,
})
export type TaskView = z.infer<typeof TaskView>

export const tasksContract = {
  /** Running ones first, then the last fifty that ended. */
  list: onProject('workspace:read').output(z.array(TaskView)),
  read: onProject('workspace:read').input(TaskRef).output(TaskView),
  cancel: onProject('project:update').input(TaskRef).output(z.object({})),
}

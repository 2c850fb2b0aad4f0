import { Said } from '#common/contract/kit'
import type { TaskView } from '#common/contract/tasks'
import type { ManagedTask } from '../model.ts'

/** A task for programs, which read English sentences where pages read messages. */
export function toManagedTask({ taskId, status, progress, result, error }: TaskView): ManagedTask {
  return {
    taskId,
    status,
    progress,
    result: result === null ? undefined : entriesInEnglish(result),
    error: error?.english,
  }
}

function entriesInEnglish(object: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, inEnglish(value)]))
}

function inEnglish(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inEnglish)
  if (typeof value !== 'object' || value === null) return value
  return Said.safeParse(value).data?.english ?? entriesInEnglish(value)
}

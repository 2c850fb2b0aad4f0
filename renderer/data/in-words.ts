import type { Session } from '#common/contract/session'
import type { TaskView } from '#common/contract/tasks'
import { fromCore } from '#renderer/words/core/from-core'

/** A task whose title and failure are in the language of the page. */
export function taskInWords<Task extends TaskView>(task: Task): Task {
  return { ...task, title: fromCore(task.title), error: optional(task.error) }
}

export function tasksInWords<Task extends TaskView>(tasks: readonly Task[]): readonly Task[] {
  return tasks.map(taskInWords)
}

export function sessionInWords(session: Session): Session {
  const { secrets, place } = session
  return {
    ...session,
    secrets: { ...secrets, detail: fromCore(secrets.detail) },
    place: { ...place, name: fromCore(place.name), reason: optional(place.reason) },
  }
}

function optional(sentence: string | null): string | null {
  return sentence === null ? null : fromCore(sentence)
}

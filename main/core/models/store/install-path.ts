import type { TaskView } from '#common/contract/tasks'
import { type Refusal, refuse } from '#common/errors'
import type { TaskId } from '#common/ids'
import type { Message } from '#common/messages/template'
import { ok, type Result } from '#common/result'
import type { Workspace } from '../../access/workspaces/ports.ts'
import type { TaskService } from '../../tasks/service.ts'
import { installScripted, type ScriptedWords } from './scripted.ts'
import type { ModelStoreService } from './service.ts'

interface Sources {
  readonly store: Pick<ModelStoreService, 'linkDraft' | 'recognise' | 'install' | 'discard'>
  readonly tasks: TaskService
  readonly workspace: Workspace
  /** Resolves when something of the library changes. */
  changes(signal: AbortSignal): AsyncGenerator<unknown>
}

export interface PathInstall {
  /** A file or folder of this machine. */
  readonly path: string
  readonly words: ScriptedWords
  /** Told how far it is, whenever that changes. */
  report(progress: NonNullable<TaskView['progress']>): void
}

/** Installs a file or folder of this machine and waits for its end. Answers the id of the model. */
export async function installPath(
  sources: Sources,
  { path, words, report }: PathInstall,
): Promise<Result<string, Refusal>> {
  const { store, workspace } = sources
  const draft = await store.linkDraft(path)
  if (!draft.ok) return draft
  const begun = await installScripted(store, workspace, { draft: draft.value, words })
  return begun.ok ? waitFor(sources, begun.value, report) : begun
}

async function waitFor(
  { tasks, workspace, changes }: Sources,
  id: TaskId,
  report: PathInstall['report'],
): Promise<Result<string, Refusal>> {
  const stop = new AbortController()
  const changed = changes(stop.signal)
  try {
    for (let next = changed.next(); ; next = changed.next()) {
      const task = await tasks.read(workspace, id)
      if (!task.ok) return task
      const { status, progress, result, error } = task.value
      if (progress) report(progress)
      if (status === 'completed') return ok(String(result?.['model']))
      if (status === 'failed') return failed(error)
      await next
    }
  } finally {
    stop.abort()
  }
}

function failed(reason: Message | null) {
  return reason ? refuse('model-install-failed', {}, reason) : refuse('model-install-failed-silently')
}

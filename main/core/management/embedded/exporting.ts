import { CANCELLED } from '#common/contract/tasks'
import { type Refusal, refuse } from '#common/errors'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { ok, type Result } from '#common/result'
import type { Workspace } from '../../access/workspaces/ports.ts'
import type { ExportOf, ExportState } from '../../exchange/exports/service.ts'
import type { ManagedServices } from '../services.ts'
import { modelOf } from './models.ts'

/**
 * Exports for callers who ask again until the archive is there. An export that failed leaves no record, so the next question
 * would start it once more, for ever: the failure is told to the next caller instead, and only then forgotten.
 */
export function exportPolling({ exports, tasks }: Pick<ManagedServices, 'exports' | 'tasks'>, workspace: Workspace) {
  const followed = new Map<string, string>()

  return async function poll(of: ExportOf): Promise<Result<ExportState, Refusal>> {
    const key = `${of.version.row} ${of.format}`
    const state = await exports.state(of)
    const failure = state ? undefined : await failureOf(followed.get(key))
    followed.delete(key)
    if (failure?.code === CANCELLED) {
      return refuse('format-export-cancelled', { format: of.format })
    }
    if (failure !== undefined) return refuse('export-failed', { format: of.format }, failure)
    const asked = state ? ok(state) : await exports.start(workspace, of)
    if (asked.ok && asked.value.kind === 'making') followed.set(key, asked.value.taskId)
    return asked
  }

  async function failureOf(taskId: string | undefined): Promise<Message | undefined> {
    const task = taskId === undefined ? undefined : await tasks.read(workspace, taskId)
    if (task?.ok !== true || task.value.status !== 'failed') return undefined
    return task.value.error ?? message('no-reason-known')
  }
}

/** An archive by the key of its link, or the weights of a model. */
export async function findArchive(
  { exports, searchExports, models }: Pick<ManagedServices, 'exports' | 'searchExports' | 'models'>,
  workspace: Workspace,
  archive: string,
) {
  const id = modelOf(archive)
  const model = id === undefined ? undefined : await models.find(workspace, id)
  if (model?.ok === true) return models.download(model.value)
  return (await exports.download(archive)) ?? (await searchExports.download(archive))
}

import type { TaskId } from '#common/ids'
import { sentenceOf } from '#renderer/data/sentence'
import { studio } from '#renderer/data/studio'
import { taskEnd } from '#renderer/data/task-end'
import { MODELS_HREF, navigate, playgroundHref } from '#renderer/ui/app/router'
import { notify } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'

/** Says when a model is installed, or why it is not, wherever the person is by then. */
export async function announceModel(taskId: TaskId, name: string): Promise<void> {
  try {
    announceInstalled(taskId, { name, model: await installedModel(taskId, name) })
  } catch (error) {
    announceNotInstalled(taskId, error)
  }
}

/** The id of the model, once it is installed; throws the reason where it is not. */
export async function installedModel(taskId: TaskId, name: string): Promise<string> {
  const { result, error } = await taskEnd(taskId, studio.models.task)
  const model = result?.['model']
  if (typeof model !== 'string') throw new Error(sentenceOf(error ?? t('Could not install {{name}}', { name })))
  return model
}

export function announceInstalled(
  taskId: TaskId,
  { name, model }: { readonly name: string; readonly model: string },
): void {
  const tryIt = { label: t('Try it'), onPress: () => navigate(playgroundHref({ model })) }
  notify({ id: taskId, text: t('{{name}} is installed', { name }), action: tryIt })
}

export function announceNotInstalled(taskId: TaskId, error: unknown): void {
  const again = { label: t('Models'), onPress: () => navigate(MODELS_HREF) }
  notify({ id: taskId, isError: true, text: sentenceOf(error), action: again })
}

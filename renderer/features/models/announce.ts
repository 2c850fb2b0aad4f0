import type { TaskId } from '#common/ids'
import { MODELS_HREF, navigate, playgroundHref } from '#renderer/kit/app/router'
import { notify } from '#renderer/kit/overlay/toast'
import { sentenceOf } from '#renderer/kit/studio/sentence'
import { studio } from '#renderer/kit/studio/studio'
import { taskEnd } from '#renderer/kit/studio/task-end'
import { t } from '#renderer/kit/words/words'

/** Says when a model is installed, or why it is not, wherever the person is by then. Answers its id. */
export async function announceModel(taskId: TaskId, name: string): Promise<string | undefined> {
  try {
    const { result, error } = await taskEnd(taskId, studio.models.task)
    const model = result?.['model']
    if (typeof model !== 'string') {
      const again = { label: t('Models'), onPress: () => navigate(MODELS_HREF) }
      notify({ id: taskId, isError: true, text: error ?? t('{{name}} was not installed', { name }), action: again })
      return undefined
    }
    const tryIt = { label: t('Try it'), onPress: () => navigate(playgroundHref({ model })) }
    notify({ id: taskId, text: t('{{name}} is installed', { name }), action: tryIt })
    return model
  } catch (error) {
    notify({ id: taskId, isError: true, text: sentenceOf(error) })
    return undefined
  }
}

import type { TaskId } from '#common/ids'
import { notify } from '#renderer/kit/overlay/toast'
import { sentenceOf } from '#renderer/kit/studio/sentence'
import { taskEnd, wasCancelled } from '#renderer/kit/studio/task-end'
import { t } from '#renderer/kit/words/words'

/** Tells of a version that cannot be made, wherever the person is by then: it leaves the list, where its progress stood. */
export async function announceFailure(number: number, taskId: TaskId): Promise<void> {
  try {
    const ended = await taskEnd(taskId)
    const { status, error } = ended
    if (status !== 'failed') return
    const id = `version-${taskId}`
    if (wasCancelled(ended)) return notify({ id, text: t('Version {{number}} was cancelled', { number }) })
    // It is the only trace of the version: it stays until a person has read it.
    const reason = error ?? t('Generating stopped')
    notify({
      id,
      isError: true,
      isLasting: true,
      text: t('Version {{number}} was not generated: {{reason}}', { number, reason }),
    })
  } catch (error) {
    notify({ isError: true, text: sentenceOf(error) })
  }
}

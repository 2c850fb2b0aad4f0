import type { TaskId } from '#common/ids'
import { sentenceOf } from '#renderer/data/sentence'
import { taskEnd, wasCancelled } from '#renderer/data/task-end'
import { notify } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'

interface Announced {
  readonly number: number
  /** Name of the project: the notice is seen on pages of others too. */
  readonly project: string
}

/** Tells of a version that cannot be made, wherever the person is by then: it leaves the list, where its progress stood. */
export async function announceFailure({ number, project }: Announced, taskId: TaskId): Promise<void> {
  try {
    const ended = await taskEnd(taskId)
    const { status, error } = ended
    if (status !== 'failed') return
    const id = `version-${taskId}`
    if (wasCancelled(ended))
      return notify({ id, text: t('Version {{number}} of {{project}} was canceled', { number, project }) })
    // It is the only trace of the version: it stays until a person has read it.
    const reason = sentenceOf(error ?? t('Generating stopped'))
    notify({
      id,
      isError: true,
      isLasting: true,
      text: t('Version {{number}} of {{project}} was not generated: {{reason}}', { number, project, reason }),
    })
  } catch (error) {
    notify({ isError: true, text: sentenceOf(error) })
  }
}

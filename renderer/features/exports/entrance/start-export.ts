import type { QueryClient } from '@tanstack/react-query'
import type { ProjectSlug, TaskId } from '#common/ids'
import { keys } from '#renderer/data/queries'
import { sentenceOf } from '#renderer/data/sentence'
import { studio } from '#renderer/data/studio'
import { taskEnd } from '#renderer/data/task-end'
import { notify } from '#renderer/ui/overlay/toast'
import { bytes } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import type { WordedFormat } from '../format-groups.ts'

export interface ExportOrder {
  readonly project: ProjectSlug
  readonly version: number
  readonly format: WordedFormat
}

/** Starts the task and says so; a second notice offers the archive when it is made, wherever the person is by then. */
export async function startExport(order: ExportOrder, client: QueryClient): Promise<void> {
  const { project, version, format } = order
  const { taskId } = await studio.exports.start({ project, version, format: format.id })
  void client.invalidateQueries({ queryKey: keys.tasks })
  notify({
    id: noticeId(taskId),
    text: t('Exporting version {{number}} as {{format}}. You can keep working.', {
      number: version,
      format: format.title,
    }),
  })
  void announce(order, taskId, client)
}

async function announce({ project, version, format }: ExportOrder, taskId: TaskId, client: QueryClient): Promise<void> {
  const id = noticeId(taskId)
  try {
    const task = await taskEnd(taskId)
    await client.invalidateQueries({ queryKey: keys.versions(project) })
    if (task.status === 'failed') {
      const stopped = t('{{format}} export of version {{number}} stopped', { format: format.title, number: version })
      notify({ id, isError: true, text: sentenceOf(task.error ?? stopped) })
      return
    }
    const made = (await studio.exports.formats({ project, version })).find((each) => each.id === format.id)?.made
    if (made === null || made === undefined) return
    notify({
      id,
      text: t('{{file}} is ready, {{size}}', { file: made.fileName, size: bytes(made.bytes) }),
      action: { label: t('Download'), onPress: () => download(made) },
    })
  } catch (error) {
    notify({ id, isError: true, text: sentenceOf(error) })
  }
}

/** As a press on a plain link: the browser or the window takes it from there. */
export function download({ url, fileName }: { readonly url: string; readonly fileName: string }): void {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
}

function noticeId(taskId: TaskId): string {
  return `export-${taskId}`
}

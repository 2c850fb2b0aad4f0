import type { QueryClient } from '@tanstack/react-query'
import type { PickedImages } from '#common/contract/exports'
import { LeftOutFiles } from '#common/contract/workspace/catalog'
import type { ProjectSlug, TaskId } from '#common/ids'
import { keys } from '#renderer/data/queries'
import { sentenceOf } from '#renderer/data/sentence'
import { studio } from '#renderer/data/studio'
import { taskEnd } from '#renderer/data/task-end'
import { taskFileName, taskUrl } from '#renderer/data/task-progress'
import { notify } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'
import { download } from './entrance/start-export.ts'
import type { WordedFormat } from './format-groups.ts'

export interface PickedOrder {
  readonly project: ProjectSlug
  readonly picked: PickedImages
  readonly format: WordedFormat
  readonly fileName: string
}

/** Starts the task and says so; a second notice offers the archive when it is made, wherever the person is by then. */
export async function startPickedExport(order: PickedOrder, client: QueryClient): Promise<void> {
  const { project, picked, format, fileName } = order
  const { taskId } = await studio.exports.startPicked({ project, picked, format: format.id })
  void client.invalidateQueries({ queryKey: keys.tasks })
  notify({
    id: noticeId(taskId),
    text: t('Exporting these images as {{format}}. You can keep working.', { format: format.title }),
  })
  // Files were read for it: images whose damage was found are marked from now on.
  void announce(taskId, fileName).then(() => client.invalidateQueries({ queryKey: keys.images(project) }))
}

async function announce(taskId: TaskId, expected: string): Promise<void> {
  const id = noticeId(taskId)
  try {
    const task = await taskEnd(taskId)
    const url = taskUrl(task)
    const fileName = taskFileName(task) ?? expected
    if (url === undefined)
      notify({ id, isError: true, text: sentenceOf(task.error ?? t('Could not create {{file}}', { file: fileName })) })
    else {
      const action = { label: t('Download'), onPress: () => download({ url, fileName }) }
      const leftOut = LeftOutFiles.safeParse(task.result?.['leftOut']).data ?? []
      notify({ id, isError: leftOut.length > 0, text: readyText(fileName, leftOut), action })
    }
  } catch (error) {
    notify({ id, isError: true, text: sentenceOf(error) })
  }
}

/** Images whose stored files are damaged are not in the archive. */
function readyText(file: string, [first, ...others]: readonly { readonly path: string }[]): string {
  const text = t('{{file}} is ready', { file })
  if (first === undefined) return text
  const count = others.length + 1
  return `${text}. ${t('{{count}} damaged images skipped, starting with {{image}}', { count, image: first.path })}`
}

function noticeId(taskId: TaskId): string {
  return `export-${taskId}`
}

import type { QueryClient } from '@tanstack/react-query'
import { createStore } from 'zustand/vanilla'
import type { TaskView } from '#common/contract/tasks'
import { type CatalogCard, type CatalogRef, CopyResult } from '#common/contract/workspace/catalog'
import type { TaskId } from '#common/ids'
import { keys } from '#renderer/data/queries'
import { sentenceOf } from '#renderer/data/sentence'
import { studio } from '#renderer/data/studio'
import { taskEnd } from '#renderer/data/task-end'
import { CATALOG_HREF, navigate, projectHref } from '#renderer/ui/app/router'
import { notify } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'

/** The copies that this window started, by what they copy; a later one takes the place of an earlier one. */
export const copies = createStore<Readonly<Record<string, TaskId>>>(() => ({}))

/** Tells a project of the catalog from every other. */
export function addressOf({ workspace, project }: CatalogRef): string {
  return `${workspace}/${project}`
}

/** Starts the task; a notice offers the copy when it is there, wherever the person is by then. */
export async function startCopy(card: CatalogCard, client: QueryClient): Promise<void> {
  const { workspace, project } = card
  const { taskId } = await studio.catalog.copy({ workspace, project })
  copies.setState({ [addressOf(card)]: taskId })
  void client.invalidateQueries({ queryKey: keys.tasks })
  void announce(card, taskId)
}

async function announce({ name }: CatalogCard, taskId: TaskId): Promise<void> {
  try {
    const task = await taskEnd(taskId)
    const made = copyOf(task)
    // The page of the catalog shows it itself.
    if (location.hash.startsWith(CATALOG_HREF)) return
    if (task.status === 'failed')
      return notify({
        isError: true,
        text: t('Could not copy {{name}}: {{reason}}', { name, reason: sentenceOf(task.error) }),
      })
    if (made === undefined) return notify({ text: t('{{name}} copied into your projects', { name }) })
    const open = { label: t('Open'), onPress: () => navigate(projectHref(made.project, 'images')) }
    notify({ text: copiedText(made), action: open })
  } catch (error) {
    notify({ isError: true, text: sentenceOf(error) })
  }
}

/** The result of a copy once it has completed. */
export function copyOf({ status, result }: Pick<TaskView, 'status' | 'result'>): CopyResult | undefined {
  const parsed = status === 'completed' ? CopyResult.safeParse(result) : undefined
  return parsed?.data
}

/** "Boats 2 copied into your projects, 312 images. 2 files could not be copied". */
export function copiedText({ name, images, leftOut }: CopyResult): string {
  const text = t('{{name}} copied into your projects, {{images}}', {
    name,
    images: t('{{count}} images', { count: images }),
  })
  return leftOut.length === 0 ? text : `${text}. ${t('{{count}} files could not be copied', { count: leftOut.length })}`
}

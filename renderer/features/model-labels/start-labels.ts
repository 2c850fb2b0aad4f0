import type { QueryClient } from '@tanstack/react-query'
import type { PickedImages } from '#common/contract/exports'
import type { ProjectSlug, TaskId } from '#common/ids'
import { keys } from '#renderer/data/queries'
import { sentenceOf } from '#renderer/data/sentence'
import { studio } from '#renderer/data/studio'
import { taskEnd } from '#renderer/data/task-end'
import { navigate, projectHref } from '#renderer/ui/app/router'
import { notify } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'
import { labelledBy, labelledText } from './entrance/labelled.ts'

export interface LabelOrder {
  readonly project: ProjectSlug
  readonly picked: PickedImages
  readonly model: { readonly id: string; readonly name: string }
  readonly confidence: number
  readonly overlap: number
}

/** Starts the task and says so; a second notice leads to the suggestions, wherever the person is by then. */
export async function startModelLabels(order: LabelOrder, client: QueryClient): Promise<void> {
  const { project, picked, model, confidence, overlap } = order
  const images = 'images' in picked ? picked.images : await studio.images.ids({ project, ...picked, sort: 'added' })
  const { taskId } = await studio.modelLabels.start({ project, model: model.id, images, confidence, overlap })
  void client.invalidateQueries({ queryKey: keys.tasks })
  notify({
    id: taskId,
    text: t('Labeling {{count}} images with {{model}}. You can keep working.', {
      count: images.length,
      model: model.name,
    }),
  })
  void announce(taskId)
}

async function announce(taskId: TaskId): Promise<void> {
  try {
    const task = await taskEnd(taskId)
    const labelled = labelledBy(task)
    if (labelled === undefined)
      return notify({ id: taskId, isError: true, text: sentenceOf(task.error ?? t('Could not label the images')) })
    const show = {
      label: t('Show suggestions'),
      onPress: () => navigate(projectHref(labelled.project, 'images', { proposals: 'true' })),
    }
    notify({ id: taskId, text: labelledText(labelled), ...(labelled.proposed > 0 && { action: show }) })
  } catch (error) {
    notify({ id: taskId, isError: true, text: sentenceOf(error) })
  }
}

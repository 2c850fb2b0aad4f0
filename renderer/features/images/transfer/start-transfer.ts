import type { TransferWay } from '#common/contract/browse/transfers'
import type { TaskView } from '#common/contract/tasks'
import type { ImageId, ProjectSlug, TaskId } from '#common/ids'
import { sentenceOf } from '#renderer/data/sentence'
import { studio } from '#renderer/data/studio'
import { taskEnd } from '#renderer/data/task-end'
import { notify } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'
import { goneWords, transferOf, transferredWords, underWayWords } from '../entrance/transfer-words.ts'
import { undoAction } from '../entrance/use-bulk.ts'

export interface TransferOrder {
  readonly project: ProjectSlug
  readonly images: readonly ImageId[]
  readonly way: TransferWay
  readonly target: { readonly slug: ProjectSlug; readonly name: string }
}

/** Starts the task and says so; a second notice tells the end, with its undo, wherever the person is by then. */
export async function startTransfer({ project, images, way, target }: TransferOrder): Promise<void> {
  const picked = { images: [...images] }
  const { taskId } = await studio.transfers.start({ project, target: target.slug, picked, way })
  notify({ id: taskId, text: underWayWords(way, images.length, target.name) })
  void announce(project, taskId)
}

async function announce(project: ProjectSlug, taskId: TaskId): Promise<void> {
  try {
    const task = await taskEnd(taskId)
    const done = transferOf(task)
    if (done === undefined) return await announceStopped(project, task)
    const { act } = done
    notify({
      id: taskId,
      text: transferredWords(done),
      ...(act !== null && { action: undoAction(project, act, taskId) }),
    })
  } catch (error) {
    notify({ id: taskId, isError: true, text: sentenceOf(error) })
  }
}

/** Reports a stopped transfer. Images transferred before the stop are there, and are undone as one. */
async function announceStopped(project: ProjectSlug, { taskId, error }: TaskView): Promise<void> {
  const part = (await studio.bulk.log({ project })).find(({ id }) => String(id) === String(taskId))
  if (part?.act.kind !== 'transfer' || part.images === 0) {
    return notify({ id: taskId, isError: true, text: sentenceOf(error ?? t('Could not transfer the images')) })
  }
  const { way, target } = part.act
  const text = [t('Stopped.'), goneWords(way, part.images, target.name)].join(' ')
  notify({ id: taskId, text, action: undoAction(project, part.id, taskId) })
}

import { type BulkUndone, UndoResult } from '#common/contract/browse/bulk'
import type { TaskView } from '#common/contract/tasks'
import type { BulkActId, ProjectSlug, TaskId } from '#common/ids'
import { refuseWhileLost } from '#renderer/data/connection'
import { sentenceOf } from '#renderer/data/sentence'
import { studio } from '#renderer/data/studio'
import { taskEnd } from '#renderer/data/task-end'
import { ACT_NOTICE } from '#renderer/ui/overlay/last-act'
import { notify, notifyError } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'
import { UndoProgress } from '../bulk/undo-progress.tsx'
import { stoppedWords } from './bulk-words.ts'

interface KeptAct {
  readonly project: ProjectSlug
  readonly id: BulkActId
  /** Sentence about the result. */
  readonly told: (undone: BulkUndone) => string
}

/** Takes an act on many images back and tells what came of it. While that takes long, a card tells how far it is and can stop it. */
export async function takeBack(act: KeptAct): Promise<void> {
  try {
    refuseWhileLost()
    const answer = await studio.bulk.undo({ project: act.project, id: act.id })
    if ('taskId' in answer) await follow(act, answer.taskId)
    else notify({ id: ACT_NOTICE, text: act.told(answer) })
  } catch (failure) {
    notifyError(failure)
  }
}

async function follow(act: KeptAct, taskId: TaskId): Promise<void> {
  const stop = { label: t('Cancel'), onPress: () => void studio.tasks.cancel({ taskId }).catch(notifyError) }
  notify({ id: taskId, isLasting: true, text: <UndoProgress taskId={taskId} />, action: stop })
  const task = await taskEnd(taskId)
  const undone = UndoResult.safeParse(task.result).data
  if (undone) notify({ id: taskId, text: act.told(undone) })
  else await tellStopped(act, task)
}

/** Offers to undo the rest; the images already restored stay so. */
async function tellStopped(act: KeptAct, { taskId, progress, error }: TaskView): Promise<void> {
  const { project, id } = act
  const rest = (await studio.bulk.log({ project })).find((each) => each.id === id && !each.isUndone)
  if (rest === undefined)
    return notify({ id: taskId, isError: true, text: sentenceOf(error ?? t('Could not undo the action')) })
  const text = stoppedWords({ back: progress?.current ?? 0, left: rest.images })
  notify({ id: taskId, text, action: { label: t('Undo the rest'), onPress: () => void takeBack(act) } })
}

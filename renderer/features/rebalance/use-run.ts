import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { RebalanceRequest } from '#common/contract/splits'
import type { TaskView } from '#common/contract/tasks'
import type { ProjectSlug, TaskId } from '#common/ids'
import { keys } from '#renderer/data/queries'
import { studio } from '#renderer/data/studio'
import { isRunning, taskEnd } from '#renderer/data/task-end'
import { useAbility } from '#renderer/data/use-ability'
import { useAct } from '#renderer/ui/app/use-act'
import { ACT_NOTICE, undoOf } from '#renderer/ui/overlay/last-act'
import { notify, notifyError } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'
import { toRequest } from './use-rebalance.ts'

export interface Run {
  readonly start: (request: RebalanceRequest, moves: number) => void
  readonly cancel: () => void
  readonly isBusy: boolean
  readonly progress: TaskView['progress']
  /** Why it could not be started or did not end well. */
  readonly error: unknown
}

interface Ended {
  readonly project: ProjectSlug
  readonly taskId: TaskId
  readonly moves: number
  readonly canUndo: boolean
}

interface Start {
  readonly request: RebalanceRequest
  readonly moves: number
}

/** The rebalance as a task: the dialog closes when it is done; the toast with Undo comes even if it was closed before. */
export function useRun(project: ProjectSlug, onClose: () => void): Run {
  const can = useAbility()
  const start = useAct(
    async ({ request, moves }: Start) => {
      const { taskId } = await studio.splits.start({ project, request: toRequest(request) })
      void announce({ project, taskId, moves, canUndo: can('rebalance-moves') })
      return taskId
    },
    { errors: 'in-place' },
  )
  const taskId = start.data
  const { data: task } = useQuery(runningTask(taskId))
  const isDone = task?.status === 'completed'
  useEffect(() => {
    if (isDone) onClose()
  }, [isDone, onClose])
  return {
    start: (request, moves) => start.mutate({ request, moves }),
    cancel: () => void (taskId !== undefined && studio.tasks.cancel({ taskId }).catch(notifyError)),
    isBusy: start.isPending || (taskId !== undefined && isUnderWay(task)),
    progress: task?.progress ?? null,
    error: start.error ?? failureOf(task),
  }
}

function isUnderWay(task: TaskView | undefined): boolean {
  return task === undefined || isRunning(task)
}

function failureOf(task: TaskView | undefined): TaskView['error'] | string | undefined {
  return task?.status === 'failed' ? (task.error ?? t('The rebalance stopped')) : undefined
}

function runningTask(taskId: TaskId | undefined) {
  return queryOptions({
    queryKey: [...keys.tasks, taskId],
    queryFn: taskId === undefined ? skipToken : ({ signal }) => studio.tasks.read({ taskId }, { signal }),
    refetchInterval: ({ state }) => (state.data === undefined || isRunning(state.data) ? 400 : false),
  })
}

async function announce({ project, taskId, moves, canUndo }: Ended): Promise<void> {
  const task = await taskEnd(taskId)
  if (task.status !== 'completed') return
  const undo = async () => {
    const { moved } = await studio.splits.undo({ project, taskId })
    notify({ text: t('{{count}} images moved back', { count: moved }) })
  }
  notify({
    id: ACT_NOTICE,
    text: t('{{count}} images moved', { count: moves }),
    ...(canUndo && { action: undoOf({ project, notice: ACT_NOTICE, takeBack: () => void undo().catch(notifyError) }) }),
  })
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { DatasetPlan } from '#common/contract/datasets'
import type { TaskView } from '#common/contract/tasks'
import type { TaskId } from '#common/ids'
import { keys, queries } from '#renderer/data/queries'
import { studio } from '#renderer/data/studio'
import { useAct } from '#renderer/ui/app/use-act'
import { datasetStore, type SentDataset } from './dataset-store.ts'

export interface Check {
  /** The task of the check that is shown. */
  readonly taskId: TaskId
  readonly sent: SentDataset | undefined
  readonly task: TaskView | undefined
  readonly plan: DatasetPlan | undefined
  /** The error: a sentence, or the value that a call threw. */
  readonly failure: unknown
  /** Reads the same files as another format; null: without labels. */
  readonly readAs: (format: string | null) => void
}

/** How far a dataset is: on its way, being read, or read. */
export function useCheck(dataset: TaskId): Check {
  const sent = useStore(datasetStore, ({ datasets }) => datasets.find((each) => each.dataset === dataset))
  const [taskId, setTask] = useState(dataset)
  const { data: task } = useQuery(queries.task(taskId))
  const plan = useQuery({
    queryKey: [...keys.tasks, taskId, 'plan'],
    queryFn: () => studio.datasets.plan({ dataset }),
    enabled: task?.status === 'completed',
    // It never changes, and is gone when the import begins.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const again = useAct(studio.datasets.check, { onDone: (next) => setTask(next.taskId) })
  const failure = sent?.problem ?? task?.error ?? plan.error ?? undefined
  const readAs = (format: string | null) => again.mutate({ dataset, format })
  return { taskId, sent, task, plan: plan.data, failure, readAs }
}

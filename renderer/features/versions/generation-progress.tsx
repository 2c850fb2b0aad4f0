import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { TaskView } from '#common/contract/tasks'
import type { VersionSummary } from '#common/contract/versions'
import { TaskId } from '#common/ids'
import { keys } from '#renderer/data/queries'
import { remainingText } from '#renderer/data/remaining'
import { sentenceOf } from '#renderer/data/sentence'
import { studio } from '#renderer/data/studio'
import { useAbility } from '#renderer/data/use-ability'
import { useAct } from '#renderer/ui/app/use-act'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { ProgressBar } from '#renderer/ui/display/progress'
import { percent } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import styles from './generation-progress.module.css'

/** How far a version is, how long it will take, and the way to stop it. */
export function GenerationProgress({ version }: { readonly version: VersionSummary }) {
  const taskId = TaskId.safeParse(version.taskId).data
  const { data: task } = useQuery(taskQuery(taskId))
  const cancel = useAct(studio.tasks.cancel)
  const can = useAbility()
  const { share, text } = progressOf(version, task)
  if (task?.status === 'failed') {
    return <div className={styles.failed}>{sentenceOf(task.error ?? t('Generating stopped'))}</div>
  }
  return (
    <div className={styles.progress}>
      <div className={styles.line}>
        <span className="medium num">{percent(share)}</span>
        <span className={styles.left}>{text}</span>
        {taskId !== undefined && can('cancel-tasks') && (
          <IconButton
            icon={X}
            size="small"
            label={t('Cancel version {{number}}', { number: version.number })}
            isPending={cancel.isPending}
            onPress={() => cancel.mutate({ taskId })}
          />
        )}
      </div>
      <ProgressBar value={share} label={t('Version {{number}}', { number: version.number })} />
    </div>
  )
}

/** The task is newer than the list of versions; without it the list's own figure counts. */
function progressOf(
  version: VersionSummary,
  task: TaskView | undefined,
): { readonly share: number; readonly text: string } {
  const listed = { current: Math.round((version.progress ?? 0) * version.images), total: version.images }
  const { current, total } = task?.progress ?? listed
  const startedAt = Date.parse(task?.createdAt ?? version.createdAt)
  const text =
    remainingText({ done: current, total, startedAt }) ?? t('{{done}} of {{total}}', { done: current, total })
  return { share: current / Math.max(1, total), text }
}

function taskQuery(taskId: TaskId | undefined) {
  return queryOptions({
    queryKey: [...keys.tasks, taskId],
    queryFn: taskId === undefined ? skipToken : ({ signal }) => studio.tasks.read({ taskId }, { signal }),
  })
}

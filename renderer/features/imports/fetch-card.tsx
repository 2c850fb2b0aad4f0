import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { TaskView } from '#common/contract/tasks'
import type { TaskId } from '#common/ids'
import { queries } from '#renderer/data/queries'
import { remainingText } from '#renderer/data/remaining'
import { sentenceOf } from '#renderer/data/sentence'
import { studio } from '#renderer/data/studio'
import { isRunning } from '#renderer/data/task-end'
import { setParams } from '#renderer/ui/app/router'
import { useAct } from '#renderer/ui/app/use-act'
import { useStable } from '#renderer/ui/app/use-stable'
import { Button } from '#renderer/ui/controls/button'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { ProgressBar } from '#renderer/ui/display/progress'
import { t } from '#renderer/words/words'
import { hideFetch } from './entrance/fetch-store.ts'
import { countsQuery, fetchedWords, isPlain, outcomeTitle } from './entrance/fetched.ts'
import styles from './import-panel.module.css'
import { useAutoClose } from './use-auto-close.ts'

/** One fetch of this window: how far it is, then what came of it. */
export function FetchCard({ taskId }: { readonly taskId: TaskId }) {
  const { data: task } = useQuery(queries.task(taskId))
  if (task === undefined) return null
  return <div className={styles.card}>{isRunning(task) ? <Progress task={task} /> : <Outcome task={task} />}</div>
}

function Progress({ task: { taskId, title, progress, createdAt } }: { readonly task: TaskView }) {
  const cancel = useAct(studio.tasks.cancel)
  const name = sentenceOf(title)
  const { current, total } = progress ?? { current: 0, total: 0 }
  return (
    <>
      <div className={styles.head}>
        <span className="medium truncate">{name}</span>
        <Button size="small" variant="quiet" isPending={cancel.isPending} onPress={() => cancel.mutate({ taskId })}>
          {t('Cancel')}
        </Button>
      </div>
      <div className={styles.bar}>
        <ProgressBar value={total === 0 ? undefined : current / total} label={name} />
      </div>
      <div className={styles.foot}>
        <span className="num">{t('{{done}} of {{total}}', { done: current, total })}</span>
        <span className="num">{remainingText({ done: current, total, startedAt: Date.parse(createdAt) })}</span>
      </div>
    </>
  )
}

function Outcome({ task }: { readonly task: TaskView }) {
  const { taskId } = task
  const { data: counts } = useQuery(countsQuery(taskId))
  const words = counts === undefined ? '' : fetchedWords(task, counts)
  const close = useStable(() => hideFetch(taskId))
  useAutoClose(counts !== undefined && isPlain(task, counts), close)
  return (
    <>
      <div className={styles.head}>
        <span className="medium truncate">
          {counts === undefined ? sentenceOf(task.title) : outcomeTitle(task, counts)}
        </span>
        <Button size="small" variant="quiet" onPress={() => setParams({ dialog: 'import', task: taskId })}>
          {t('Show report')}
        </Button>
        <IconButton size="small" icon={X} label={t('Close')} onPress={close} />
      </div>
      {words !== '' && <p className={styles.result}>{words}</p>}
    </>
  )
}

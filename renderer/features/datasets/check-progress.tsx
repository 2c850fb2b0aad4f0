import type { TaskView } from '#common/contract/tasks'
import { remainingText } from '#renderer/data/remaining'
import { useConnection } from '#renderer/data/use-connection'
import { ProgressBar } from '#renderer/ui/display/progress'
import { t } from '#renderer/words/words'
import styles from './dataset-dialog.module.css'
import type { SentDataset } from './dataset-store.ts'

interface CheckProgressProps {
  readonly sent: SentDataset | undefined
  readonly task: TaskView | undefined
}

interface Step {
  readonly words: string
  readonly done: number
  readonly total: number
  readonly left: string | undefined
}

/** How far the files are on their way, then how far they are read. */
export function CheckProgress({ sent, task }: CheckProgressProps) {
  const isLost = useConnection().status !== 'open'
  const { words, done, total, left } = sent?.status === 'sending' ? sending(sent) : checking(task)
  return (
    <div className={styles.progress} role="status">
      <div className={styles.line}>
        <span className="medium">{words}</span>
        {total > 0 && <span className="num text-2">{t('{{done}} of {{total}}', { done, total })}</span>}
      </div>
      <ProgressBar value={total === 0 ? undefined : done / total} label={words} />
      <div className={styles.line}>
        <span className="caption text-3">{isLost && t('Waiting for the connection')}</span>
        <span className="caption text-3 num">{left}</span>
      </div>
    </div>
  )
}

function sending({ sent: done, found: total, startedAt }: SentDataset): Step {
  return { words: t('Reading the files'), done, total, left: remainingText({ done, total, startedAt }) }
}

function checking(task: TaskView | undefined): Step {
  const { current: done, total } = task?.progress ?? { current: 0, total: 0 }
  return { words: t('Checking images and annotations'), done, total, left: undefined }
}

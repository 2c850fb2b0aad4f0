import { useQuery } from '@tanstack/react-query'
import type { TaskId } from '#common/ids'
import { queries } from '#renderer/data/queries'
import { sentenceOf } from '#renderer/data/sentence'
import { ProgressBar } from '#renderer/ui/display/progress'
import { t } from '#renderer/words/words'
import styles from './undo-progress.module.css'

/** How far the undo of an act on very many images is. Screen readers are told its name, and its bar when they look at it. */
export function UndoProgress({ taskId }: { readonly taskId: TaskId }) {
  const task = useQuery(queries.task(taskId)).data
  const progress = task?.progress ?? undefined
  const title = sentenceOf(task?.title ?? t('Undo'))
  return (
    <div className={styles.progress}>
      <span>{title}</span>
      <div className={styles.far} aria-live="off">
        <ProgressBar value={progress && progress.current / progress.total} label={title} />
        <span className={`${styles.done} num`}>
          {progress ? t('{{done}} of {{total}}', { done: progress.current, total: progress.total }) : t('Starting')}
        </span>
      </div>
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { UndoResult } from '#common/contract/browse/bulk'
import type { TaskView } from '#common/contract/tasks'
import type { ProjectSlug } from '#common/ids'
import { sentenceOf } from '#renderer/data/sentence'
import { wasCancelled } from '#renderer/data/task-end'
import { sentText, taskUrl } from '#renderer/data/task-progress'
import { copyOf } from '#renderer/features/catalog/entrance/copies'
import { undoneWords } from '#renderer/features/images/entrance/bulk-words'
import { transferOf, transferredWords } from '#renderer/features/images/entrance/transfer-words'
import { countsQuery, outcomeParts, outcomeTitle } from '#renderer/features/imports/entrance/fetched'
import { labelledBy, labelledText } from '#renderer/features/model-labels/entrance/labelled'
import { Link, projectHref } from '#renderer/ui/app/router'
import { Button } from '#renderer/ui/controls/button'
import { t } from '#renderer/words/words'
import styles from './task-menu.module.css'
import { TaskPlace } from './task-place.tsx'

/** Kinds that leave a report of every file. */
const REPORTED: readonly TaskView['kind'][] = ['import', 'fetch', 'dataset-import']

export interface EndedTaskProps {
  readonly task: TaskView
  /** A check whose review is still to come. */
  readonly isWaiting: boolean
  readonly onShowReport: (task: TaskView) => void
  /** A link leads to another page. */
  readonly onLeave: () => void
}

/** A task that ended: what it did, and what can be done with it now. */
export function EndedTask({ task, isWaiting, onShowReport, onLeave }: EndedTaskProps) {
  return (
    <div className={styles.task}>
      <div className={styles.line}>
        <span className="medium truncate">{sentenceOf(task.title)}</span>
        {REPORTED.includes(task.kind) && (
          <Button size="small" variant="quiet" onPress={() => onShowReport(task)}>
            {t('Show report')}
          </Button>
        )}
        <Ways task={task} isWaiting={isWaiting} onLeave={onLeave} />
      </div>
      {REPORTED.includes(task.kind) && <ImportedText task={task} />}
      {outcomesOf(task).map((outcome) => (
        <p key={outcome} className={`${styles.outcome} num`}>
          {outcome}
        </p>
      ))}
      <Fault task={task} />
      <TaskPlace task={task} onLeave={onLeave} />
    </div>
  )
}

/** Why it failed. What a person canceled is no failure. */
function Fault({ task }: { readonly task: TaskView }) {
  if (task.status !== 'failed') return null
  if (wasCancelled(task)) return <p className={styles.outcome}>{t('Canceled.')}</p>
  return (
    <p className={styles.error}>
      <span className={styles.word}>{t('Failed.')}</span> {sentenceOf(task.error)}
    </p>
  )
}

/** Links to what came of it. */
function Ways({ task, isWaiting, onLeave }: Omit<EndedTaskProps, 'onShowReport'>) {
  const url = taskUrl(task)
  const made = madeIn(task)
  const labelled = labelledBy(task)
  return (
    <>
      {url !== undefined && (
        <a className={styles.download} href={url} download>
          {t('Download')}
        </a>
      )}
      {made !== undefined && (
        <Link className={styles.download} onFollow={onLeave} href={projectHref(made, 'images')}>
          {t('Open')}
        </Link>
      )}
      {labelled !== undefined && labelled.proposed > 0 && (
        <Link
          className={styles.download}
          onFollow={onLeave}
          href={projectHref(labelled.project, 'images', { proposals: 'true' })}
        >
          {t('Show suggestions')}
        </Link>
      )}
      {isWaiting && task.project !== null && (
        <Link
          className={styles.download}
          onFollow={onLeave}
          href={projectHref(task.project, 'images', { dialog: 'dataset', dataset: task.taskId })}
        >
          {t('Continue import')}
        </Link>
      )}
    </>
  )
}

/** How many images an import added, met again and refused. */
function ImportedText({ task }: { readonly task: TaskView }) {
  const counts = useQuery(countsQuery(task.taskId)).data
  if (counts === undefined) return null
  return <p className={`${styles.outcome} num`}>{[outcomeTitle(task, counts), ...outcomeParts(counts)].join(' · ')}</p>
}

/** The project in which the images are that a task copied or moved. */
function madeIn(task: TaskView): ProjectSlug | undefined {
  return task.kind === 'fork' ? copyOf(task)?.project : transferOf(task)?.target.slug
}

function outcomesOf(task: TaskView): readonly string[] {
  const [labelled, transfer] = [labelledBy(task), transferOf(task)]
  const undone = task.kind === 'undo' ? UndoResult.safeParse(task.result).data : undefined
  const outcomes = [
    sentText(task),
    labelled && labelledText(labelled),
    transfer && transferredWords(transfer),
    undone && undoneWords(undone),
  ]
  return outcomes.filter((outcome) => outcome !== undefined)
}

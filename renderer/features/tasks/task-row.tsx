import { UndoResult } from '#common/contract/browse/bulk'
import type { TaskView } from '#common/contract/tasks'
import type { ProjectSlug } from '#common/ids'
import { copyOf } from '#renderer/features/catalog/copies'
import { undoneWords } from '#renderer/features/images/bulk/words'
import { transferOf, transferredWords } from '#renderer/features/images/transfer/words'
import { labelledBy, labelledText } from '#renderer/features/model-labels/labelled'
import { Link, projectHref } from '#renderer/kit/app/router'
import { Button } from '#renderer/kit/controls/button'
import { ProgressBar } from '#renderer/kit/display/progress'
import { moment } from '#renderer/kit/format'
import { studio } from '#renderer/kit/studio/studio'
import { useAbility } from '#renderer/kit/studio/use-ability'
import { useAct } from '#renderer/kit/studio/use-act'
import { t } from '#renderer/kit/words/words'
import styles from './task-menu.module.css'
import { isRunning, sentText, taskShare, taskTimeLeft, taskUrl } from './task-progress.ts'

/** Work that waits for another machine, which a person can stop here. */
const OF_THIS_PROGRAM: readonly TaskView['kind'][] = ['import', 'fetch']

export interface TaskRowProps {
  readonly task: TaskView
  readonly onShowReport: (task: TaskView) => void
}

export function TaskRow({ task, onShowReport }: TaskRowProps) {
  return (
    <div className={styles.task}>
      {isRunning(task) ? <RunningTask task={task} /> : <EndedTask task={task} onShowReport={onShowReport} />}
    </div>
  )
}

function RunningTask({ task }: { readonly task: TaskView }) {
  const cancel = useAct(studio.tasks.cancel)
  const { progress } = task
  const can = useAbility()
  return (
    <>
      <div className={styles.line}>
        <span className="medium truncate">{task.title}</span>
        {(can('cancel-tasks') || OF_THIS_PROGRAM.includes(task.kind)) && (
          <Button
            size="small"
            variant="quiet"
            isPending={cancel.isPending}
            onPress={() => cancel.mutate({ taskId: task.taskId })}
          >
            {t('Cancel')}
          </Button>
        )}
      </div>
      <div className={styles.bar}>
        <ProgressBar value={taskShare(task)} label={task.title} />
      </div>
      <div className={styles.facts}>
        <span className="num">
          {progress === null
            ? t('Starting')
            : t('{{done}} of {{total}}', { done: progress.current, total: progress.total })}
        </span>
        <span className="num">{taskTimeLeft(task)}</span>
      </div>
    </>
  )
}

/** Kinds that leave a report of every file. */
const REPORTED: readonly TaskView['kind'][] = ['import', 'fetch', 'dataset-import']

function EndedTask({ task, onShowReport }: TaskRowProps) {
  const url = taskUrl(task)
  const made = madeIn(task)
  const labelled = labelledBy(task)
  return (
    <>
      <div className={styles.line}>
        <span className="medium truncate">{task.title}</span>
        {REPORTED.includes(task.kind) && (
          <Button size="small" variant="quiet" onPress={() => onShowReport(task)}>
            {t('Show report')}
          </Button>
        )}
        {url !== undefined && (
          <a className={styles.download} href={url} download>
            {t('Download')}
          </a>
        )}
        {made !== undefined && (
          <Link className={styles.download} href={projectHref(made, 'images')}>
            {t('Open')}
          </Link>
        )}
        {labelled !== undefined && labelled.proposed > 0 && (
          <Link className={styles.download} href={projectHref(labelled.project, 'images', { proposals: 'true' })}>
            {t('Show proposals')}
          </Link>
        )}
        <span className="caption text-3 num">{moment(task.updatedAt)}</span>
      </div>
      {outcomesOf(task).map((outcome) => (
        <p key={outcome} className={`${styles.outcome} num`}>
          {outcome}
        </p>
      ))}
      {task.status === 'failed' && (
        <p className={styles.error}>
          <span className={styles.word}>{t('Not finished.')}</span> {task.error}
        </p>
      )}
    </>
  )
}

/** The project in which the pictures are that a task copied or moved. */
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

import type { TaskView } from '#common/contract/tasks'
import { sentenceOf } from '#renderer/data/sentence'
import { studio } from '#renderer/data/studio'
import { taskShare, taskTimeLeft } from '#renderer/data/task-progress'
import { useAbility } from '#renderer/data/use-ability'
import { useAct } from '#renderer/ui/app/use-act'
import { Button } from '#renderer/ui/controls/button'
import { ProgressBar } from '#renderer/ui/display/progress'
import { t } from '#renderer/words/words'
import styles from './task-menu.module.css'
import { TaskPlace } from './task-place.tsx'

/** Work that waits for another machine, which a person can stop here. */
const OF_THIS_PROGRAM: readonly TaskView['kind'][] = ['import', 'fetch']

interface RunningTaskProps {
  readonly task: TaskView
  /** A link leads to another page. */
  readonly onLeave: () => void
}

/** A task that runs: how far it is, and the button that stops it. */
export function RunningTask({ task, onLeave }: RunningTaskProps) {
  const cancel = useAct(studio.tasks.cancel)
  const { progress } = task
  const title = sentenceOf(task.title)
  const can = useAbility()
  return (
    <div className={styles.task}>
      <div className={styles.line}>
        <span className="medium truncate">{title}</span>
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
        <ProgressBar value={taskShare(task)} label={title} />
      </div>
      <div className={styles.facts}>
        <span className="num">
          {progress === null
            ? t('Starting')
            : t('{{done}} of {{total}}', { done: progress.current, total: progress.total })}
        </span>
        <span className="num">{taskTimeLeft(task)}</span>
      </div>
      <TaskPlace task={task} onLeave={onLeave} />
    </div>
  )
}

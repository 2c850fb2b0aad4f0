import { useQuery } from '@tanstack/react-query'
import { ListTodo } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components'
import type { TaskView } from '#common/contract/tasks'
import { queries } from '#renderer/data/queries'
import { sentenceOf } from '#renderer/data/sentence'
import { isRunning, taskShare, taskTimeLeft } from '#renderer/data/task-progress'
import { PanelLabel } from '#renderer/ui/display/panel'
import { ProgressRing } from '#renderer/ui/display/progress'
import { Popover } from '#renderer/ui/overlay/popover'
import { t } from '#renderer/words/words'
import { EndedTask } from './ended-task.tsx'
import { RunningTask } from './running-task.tsx'
import styles from './task-menu.module.css'

export interface TaskMenuProps {
  /** Opens what became of an import's files. */
  readonly onShowReport: (task: TaskView) => void
}

/** The ring in the title bar: what runs now, and what ended lately. */
export function TaskMenu({ onShowReport }: TaskMenuProps) {
  const tasks = useQuery(queries.tasks()).data ?? []
  const running = tasks.filter(isRunning)
  if (tasks.length === 0) return null
  return (
    <Popover label={t('Tasks')} className={styles.panel} trigger={<Trigger running={running} />}>
      {(close) => {
        const showReport = (task: TaskView) => {
          close()
          onShowReport(task)
        }
        return (
          <div className={styles.list} data-aside-panel>
            {running.length > 0 && <PanelLabel className={styles.label}>{t('Running')}</PanelLabel>}
            {running.map((task) => (
              <RunningTask key={task.taskId} task={task} onLeave={close} />
            ))}
            <EndedTasks tasks={tasks.filter((task) => !isRunning(task))} onShowReport={showReport} onLeave={close} />
          </div>
        )
      }}
    </Popover>
  )
}

interface EndedTasksProps extends TaskMenuProps {
  readonly tasks: readonly TaskView[]
  readonly onLeave: () => void
}

/** Checks of datasets are left out once their review is over: nothing is to be done with them. */
function EndedTasks({ tasks, ...acts }: EndedTasksProps) {
  const waiting = useQuery(queries.waitingDatasets()).data ?? []
  const isWaiting = ({ taskId }: TaskView) => waiting.some(({ dataset }) => dataset === taskId)
  const isOver = (task: TaskView) => task.kind === 'dataset-check' && task.status === 'completed' && !isWaiting(task)
  const shown = tasks.filter((task) => !isOver(task))
  if (shown.length === 0) return null
  return (
    <>
      <PanelLabel className={styles.label}>{t('Ended')}</PanelLabel>
      {shown.map((task) => (
        <EndedTask key={task.taskId} task={task} isWaiting={isWaiting(task)} {...acts} />
      ))}
    </>
  )
}

function Trigger({ running }: { readonly running: readonly TaskView[] }) {
  const [first] = running
  if (first === undefined) {
    return (
      <AriaButton className={styles.trigger ?? ''} aria-label={t('Tasks')}>
        <ListTodo />
      </AriaButton>
    )
  }
  const left = taskTimeLeft(first)
  const firstTitle = sentenceOf(first.title)
  const title = running.length === 1 ? firstTitle : t('{{count}} tasks', { count: running.length })
  return (
    <AriaButton className={styles.trigger ?? ''} aria-label={t('Tasks: {{title}}', { title })}>
      <ProgressRing value={taskShare(first)} size={15} label={firstTitle} />
      <span className="truncate num">{left === undefined ? title : `${title} · ${left}`}</span>
    </AriaButton>
  )
}

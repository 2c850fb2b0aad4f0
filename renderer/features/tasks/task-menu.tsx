import { useQuery } from '@tanstack/react-query'
import { ListTodo } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components'
import type { TaskView } from '#common/contract/tasks'
import { PanelLabel } from '#renderer/kit/display/panel'
import { ProgressRing } from '#renderer/kit/display/progress'
import { Popover } from '#renderer/kit/overlay/popover'
import { queries } from '#renderer/kit/studio/queries'
import { t } from '#renderer/kit/words/words'
import styles from './task-menu.module.css'
import { isRunning, taskShare, taskTimeLeft } from './task-progress.ts'
import { TaskRow } from './task-row.tsx'

export interface TaskMenuProps {
  /** Opens what became of an import's files. */
  readonly onShowReport: (task: TaskView) => void
}

/** The ring in the title bar: what runs now, and what ended lately. */
export function TaskMenu({ onShowReport }: TaskMenuProps) {
  const tasks = useQuery(queries.tasks()).data ?? []
  const running = tasks.filter(isRunning)
  const ended = tasks.filter((task) => !isRunning(task))
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
              <TaskRow key={task.taskId} task={task} onShowReport={showReport} />
            ))}
            {ended.length > 0 && <PanelLabel className={styles.label}>{t('Ended')}</PanelLabel>}
            {ended.map((task) => (
              <TaskRow key={task.taskId} task={task} onShowReport={showReport} />
            ))}
          </div>
        )
      }}
    </Popover>
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
  const title = running.length === 1 ? first.title : t('{{count}} tasks', { count: running.length })
  return (
    <AriaButton className={styles.trigger ?? ''} aria-label={t('Tasks: {{title}}', { title })}>
      <ProgressRing value={taskShare(first)} size={15} label={first.title} />
      <span className="truncate num">{left === undefined ? title : `${title} · ${left}`}</span>
    </AriaButton>
  )
}

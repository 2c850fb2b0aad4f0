import { useQuery } from '@tanstack/react-query'
import type { TaskView } from '#common/contract/tasks'
import { queries } from '#renderer/data/queries'
import { Link, projectHref } from '#renderer/ui/app/router'
import { lately } from '#renderer/words/format'
import styles from './task-menu.module.css'

interface TaskPlaceProps {
  readonly task: TaskView
  readonly onLeave: () => void
}

/** The project that a task belongs to, and when anything of it last changed. */
export function TaskPlace({ task: { project, updatedAt }, onLeave }: TaskPlaceProps) {
  const found = useQuery(queries.projects()).data?.find(({ slug }) => slug === project)
  return (
    <p className={`${styles.place} caption`}>
      {found && (
        <Link className="truncate" onFollow={onLeave} href={projectHref(found.slug, 'images')}>
          {found.name}
        </Link>
      )}
      <span className="num">{lately(updatedAt)}</span>
    </p>
  )
}

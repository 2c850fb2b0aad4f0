import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { TaskMenu } from '#renderer/features/tasks/task-menu'
import { HOME_HREF, Link, type ProjectRoute, projectHref, type Route, setParams } from '#renderer/kit/app/router'
import { Mark } from '#renderer/kit/display/mark'
import { StateDot } from '#renderer/kit/display/marks'
import { hostOf } from '#renderer/kit/format'
import { queries } from '#renderer/kit/studio/queries'
import { useConnection } from '#renderer/kit/studio/use-connection'
import styles from './title-bar.module.css'

export interface TitleBarProps {
  readonly route: Route
  readonly isFirstRun: boolean
}

export function TitleBar({ route, isFirstRun }: TitleBarProps) {
  return (
    <header className={styles.bar}>
      <nav className={styles.crumbs} aria-label="Where you are">
        <Link href={HOME_HREF} className={styles.mark} label="All projects">
          <Mark />
        </Link>
        <Crumbs route={route} isFirstRun={isFirstRun} />
      </nav>
      <div className={styles.right}>
        <TaskMenu onShowReport={({ taskId }) => setParams({ dialog: 'import', task: taskId })} />
        <StationState />
      </div>
    </header>
  )
}

const PAGE_NAMES = {
  images: 'Images',
  annotate: 'Annotate',
  batches: 'Batches',
  versions: 'Versions',
  'new-version': 'New version',
  health: 'Health',
} as const

function Crumbs({ route, isFirstRun }: TitleBarProps) {
  const session = useQuery(queries.session()).data
  const workspace = session === undefined ? '' : session.workspace.name
  const projects = useQuery(queries.projects()).data
  if (isFirstRun) return <b>{projects?.length === 0 ? 'Welcome' : 'New project'}</b>
  if (!('project' in route)) return <b>{{ home: workspace, settings: 'Settings', trash: 'Trash' }[route.page]}</b>
  const name = projects?.find(({ slug }) => slug === route.project)?.name ?? route.project
  return <ProjectCrumbs workspace={workspace} name={name} route={route} />
}

interface ProjectCrumbsProps {
  readonly workspace: string
  readonly name: string
  readonly route: ProjectRoute
}

function ProjectCrumbs({ workspace, name, route }: ProjectCrumbsProps) {
  useEffect(() => {
    document.title = `${name} · Tessera`
    return () => {
      document.title = 'Tessera'
    }
  }, [name])
  return (
    <>
      <Link href={HOME_HREF}>{workspace}</Link>
      <ChevronRight />
      <Link href={projectHref(route.project, 'images')}>{name}</Link>
      <ChevronRight />
      <b>{PAGE_NAMES[route.page]}</b>
    </>
  )
}

/** Offline is how Tessera works, not an error; amber only when another machine holds the data and cannot be reached. */
function StationState() {
  const { status } = useConnection()
  const session = useQuery(queries.session())
  const remote = session.data?.remote
  if (status !== 'open' || session.data === undefined) return <span className={styles.state}>Connecting…</span>
  if (remote === undefined || remote === null) {
    return (
      <span className={styles.state}>
        <StateDot tone="ok" />
        Offline · all local
      </span>
    )
  }
  const host = hostOf(remote.url)
  return (
    <span className={styles.state} title={remote.url}>
      <StateDot tone={remote.reachable ? 'ok' : 'warn'} />
      {remote.reachable ? `${remote.workspace} on ${host}` : `${host} cannot be reached`}
    </span>
  )
}

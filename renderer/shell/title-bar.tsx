import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Search } from 'lucide-react'
import { useEffect } from 'react'
import type { SessionWords } from '#renderer/data/in-words'
import { queries } from '#renderer/data/queries'
import { useConnection } from '#renderer/data/use-connection'
import { TaskMenu } from '#renderer/features/tasks/task-menu'
import {
  CONNECTIONS_HREF,
  HOME_HREF,
  Link,
  type ProjectRoute,
  projectHref,
  type Route,
  setParams,
} from '#renderer/ui/app/router'
import { Keycap } from '#renderer/ui/display/keycap'
import { Mark } from '#renderer/ui/display/mark'
import { StateDot } from '#renderer/ui/display/marks'
import { hostOf } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { OWN_PAGES, PROJECT_PAGES } from './pages.ts'
import styles from './title-bar.module.css'

export interface TitleBarProps {
  readonly route: Route
  readonly isFirstRun: boolean
  readonly onSearch: () => void
}

export function TitleBar({ route, isFirstRun, onSearch }: TitleBarProps) {
  return (
    <header className={styles.bar}>
      <nav className={styles.crumbs} aria-label={t('Where you are')}>
        <Link href={HOME_HREF} className={styles.mark} label={t('All projects')}>
          <Mark />
        </Link>
        <Crumbs route={route} isFirstRun={isFirstRun} />
      </nav>
      <button type="button" className={styles.search} onClick={onSearch}>
        <Search />
        <span>{t('Search images, classes, commands')}</span>
        <Keycap chord="Mod+K" />
      </button>
      <div className={styles.right}>
        <TaskMenu onShowReport={({ taskId }) => setParams({ dialog: 'import', task: taskId })} />
        <StationState />
      </div>
    </header>
  )
}

function Crumbs({ route, isFirstRun }: Omit<TitleBarProps, 'onSearch'>) {
  const session = useQuery(queries.session()).data
  const workspace = session === undefined ? '' : workspaceName(session)
  const projects = useQuery(queries.projects()).data
  if (isFirstRun) return <b>{projects?.length === 0 ? t('Welcome') : t('New project')}</b>
  if (!('project' in route)) return <b>{route.page === 'home' ? workspace : OWN_PAGES[route.page].name}</b>
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
      <b>{PROJECT_PAGES[route.page].name}</b>
    </>
  )
}

function workspaceName({ place, workspace }: SessionWords): string {
  return place.host === null ? workspace.name : place.name
}

/** Offline is how Tessera works, not an error; amber only when another machine holds the data and cannot be reached. */
function StationState() {
  const { status } = useConnection()
  const session = useQuery(queries.session()).data
  if (status !== 'open' || session === undefined) return <span className={styles.state}>{t('Connecting…')}</span>
  const { isGood, words, title } = stateOf(session)
  return (
    <a href={CONNECTIONS_HREF} className={styles.state} title={title} draggable={false}>
      <StateDot tone={isGood ? 'ok' : 'warn'} />
      {words}
    </a>
  )
}

function stateOf({ place, remote }: SessionWords): {
  readonly isGood: boolean
  readonly words: string
  readonly title: string
} {
  if (place.host !== null) {
    const isGood = place.state === 'open'
    const { host } = place
    const state =
      place.state === 'locked' ? t('{{host}} refuses the key', { host }) : t('{{host}} cannot be reached', { host })
    return { isGood, words: isGood ? openWords(place.name, host) : state, title: place.reason ?? host }
  }
  if (remote === null)
    return { isGood: true, words: t('Offline · all local'), title: t('Where your projects are stored') }
  const host = hostOf(remote.url)
  const words = remote.reachable
    ? t('{{workspace}} on {{host}}', { workspace: remote.workspace, host })
    : t('{{host}} cannot be reached', { host })
  return { isGood: remote.reachable, words, title: remote.url }
}

function openWords(name: string, host: string): string {
  return name === host ? host : t('{{workspace}} on {{host}}', { workspace: name, host })
}

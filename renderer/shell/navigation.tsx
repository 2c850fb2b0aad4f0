import { useQuery } from '@tanstack/react-query'
import type { ProjectSummary } from '#common/contract/projects'
import type { Session } from '#common/contract/session'
import { queries } from '#renderer/data/queries'
import { useAbility } from '#renderer/data/use-ability'
import { useConnection } from '#renderer/data/use-connection'
import { useEventStatus } from '#renderer/features/events/live/use-event-status'
import { type OwnPage, type ProjectPage, type ProjectRoute, projectHref, type Route } from '#renderer/ui/app/router'
import { cx } from '#renderer/ui/cx'
import { StateDot } from '#renderer/ui/display/marks'
import { count, roughCount } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import styles from './navigation.module.css'
import { OWN_PAGES, type PageSign, PROJECT_PAGES, SIDE_BAR } from './pages.ts'
import { ProjectSwitcher } from './project-switcher.tsx'

export function Navigation({ route }: { readonly route: Route }) {
  const servers = useQuery(queries.session()).data?.servers
  const own = (page: OwnPage) => <NavItem key={page} {...OWN_PAGES[page]} isOn={route.page === page} />
  return (
    <nav className={styles.nav} aria-label={t('Pages')} data-panel>
      {'project' in route ? <ProjectItems route={route} /> : own('home')}
      <span className={styles.heading}>{t('Station')}</span>
      {SIDE_BAR.station.map((page) => (page === 'events' ? <EventsItem key={page} route={route} /> : own(page)))}
      <span className={styles.space} />
      {SIDE_BAR.foot.map(own)}
      {servers !== undefined && <Ports servers={servers} />}
    </nav>
  )
}

function EventsItem({ route }: { readonly route: Route }) {
  const events = useEventStatus().data?.events
  const amount = events === 0 ? undefined : events
  return <NavItem {...OWN_PAGES.events} count={amount} isRough isOn={route.page === 'events'} />
}

function ProjectItems({ route }: { readonly route: ProjectRoute }) {
  const { project, page: current } = route
  const summary = useQuery(queries.project(project)).data
  const counts: Partial<Readonly<Record<ProjectPage, number | undefined>>> = {
    images: summary?.images,
    annotate: summary && unfinishedOf(summary),
    versions: summary?.versions,
  }
  return (
    <>
      <ProjectSwitcher current={summary} />
      {SIDE_BAR.project.map((page) => (
        <NavItem
          key={page}
          {...PROJECT_PAGES[page]}
          href={projectHref(project, page)}
          count={counts[page]}
          isOn={page === (WITHIN[current] ?? current)}
        />
      ))}
    </>
  )
}

/** Returns the number of images that are not done, started or not. */
function unfinishedOf({ images, done }: ProjectSummary): number {
  return images - done
}

/** Pages that belong to another page of the side bar. */
const WITHIN: Partial<Readonly<Record<ProjectPage, ProjectPage>>> = {
  'new-version': 'versions',
  'version-diff': 'versions',
}

interface NavItemProps extends PageSign {
  readonly href: string
  readonly isOn: boolean
  readonly count?: number | undefined
  /** The count changes often, so it is rounded to thousands. */
  readonly isRough?: boolean | undefined
}

/** Hidden if the remote lacks the ability that the page needs. */
function NavItem({ href, icon: Icon, name, needs, isOn, count: amount, isRough = false }: NavItemProps) {
  const can = useAbility()
  if (needs !== undefined && !can(needs)) return null
  return (
    <a
      href={href}
      className={cx(styles.item, isOn && styles.on)}
      title={name}
      draggable={false}
      {...(isOn && { 'aria-current': 'page' })}
    >
      <Icon />
      <span>{name}</span>
      {amount !== undefined && <span className={styles.count}>{isRough ? roughCount(amount) : count(amount)}</span>}
    </a>
  )
}

const PORT_NAMES = { inference: t('Inference'), events: t('Event Store'), management: t('Management') } as const

/** The servers of this computer for other programs. Their state is unknown without a connection. */
function Ports({ servers }: { readonly servers: Session['servers'] }) {
  const isCut = useConnection().status !== 'open'
  return (
    <div className={styles.ports}>
      {(['inference', 'events', 'management'] as const).map((name) => (
        <Port key={name} name={PORT_NAMES[name]} server={servers[name]} isCut={isCut} />
      ))}
    </div>
  )
}

interface PortProps {
  readonly name: string
  readonly server: Session['servers'][keyof Session['servers']]
  readonly isCut: boolean
}

function Port({ name, server, isCut }: PortProps) {
  return (
    <div className={cx(styles.port, 'caption')} title={portWords(name, server, isCut)}>
      <StateDot tone={server === null || isCut ? 'off' : 'ok'} />
      <span>{name}</span>
      <span className="mono">{server === null ? t('off') : `:${server.port}`}</span>
    </div>
  )
}

function portWords(name: string, server: PortProps['server'], isCut: boolean): string {
  if (server === null) return t('{{server}} is off', { server: name })
  if (isCut) return t('{{server}}: connection lost', { server: name })
  return t('{{server}} on {{address}}', { server: name, address: server.url })
}

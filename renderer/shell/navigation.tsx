import { useQuery } from '@tanstack/react-query'
import {
  Boxes,
  ClipboardList,
  HeartPulse,
  Images,
  Layers,
  LayoutGrid,
  LibraryBig,
  type LucideIcon,
  PencilRuler,
  Radio,
  Settings,
  SquarePlay,
  Trash2,
} from 'lucide-react'
import type { Session } from '#common/contract/session'
import type { ProjectSlug } from '#common/ids'
import { useEventStatus } from '#renderer/features/events/live/use-event-status'
import {
  CATALOG_HREF,
  EVENTS_HREF,
  HOME_HREF,
  MODELS_HREF,
  PLAYGROUND_HREF,
  projectHref,
  type Route,
  SETTINGS_HREF,
  TRASH_HREF,
} from '#renderer/kit/app/router'
import { cx } from '#renderer/kit/cx'
import { StateDot } from '#renderer/kit/display/marks'
import { count, roughCount } from '#renderer/kit/format'
import { queries } from '#renderer/kit/studio/queries'
import { useAbility } from '#renderer/kit/studio/use-ability'
import { t } from '#renderer/kit/words/words'
import styles from './navigation.module.css'
import { ProjectSwitcher } from './project-switcher.tsx'

export function Navigation({ route }: { readonly route: Route }) {
  const slug = 'project' in route ? route.project : undefined
  const servers = useQuery(queries.session()).data?.servers
  const can = useAbility()
  return (
    <nav className={styles.nav} aria-label={t('Pages')} data-panel>
      {slug === undefined ? (
        <NavItem href={HOME_HREF} icon={LayoutGrid} name={t('Projects')} isOn={route.page === 'home'} />
      ) : (
        <ProjectItems project={slug} route={route} />
      )}
      <span className={styles.heading}>{t('Station')}</span>
      <NavItem href={MODELS_HREF} icon={Boxes} name={t('Models')} isOn={route.page === 'models'} />
      <NavItem href={PLAYGROUND_HREF} icon={SquarePlay} name={t('Playground')} isOn={route.page === 'playground'} />
      <EventsItem isOn={route.page === 'events'} />
      <span className={styles.space} />
      {can('catalog') && (
        <NavItem href={CATALOG_HREF} icon={LibraryBig} name={t('Catalog')} isOn={route.page === 'catalog'} />
      )}
      {can('trash') && <NavItem href={TRASH_HREF} icon={Trash2} name={t('Trash')} isOn={route.page === 'trash'} />}
      <NavItem href={SETTINGS_HREF} icon={Settings} name={t('Settings')} isOn={route.page === 'settings'} />
      {servers !== undefined && <Ports servers={servers} />}
    </nav>
  )
}

function EventsItem({ isOn }: { readonly isOn: boolean }) {
  const events = useEventStatus().data?.events
  return (
    <NavItem
      href={EVENTS_HREF}
      icon={Radio}
      name={t('Events')}
      count={events === 0 ? undefined : events}
      isRough
      isOn={isOn}
    />
  )
}

function ProjectItems({ project, route }: { readonly project: ProjectSlug; readonly route: Route }) {
  const summary = useQuery(queries.project(project)).data
  const can = useAbility()
  const isVersions = ['versions', 'new-version', 'version-diff'].includes(route.page)
  return (
    <>
      <ProjectSwitcher current={summary} />
      <NavItem
        href={projectHref(project, 'images')}
        icon={Images}
        name={t('Images')}
        count={summary?.images}
        isOn={route.page === 'images'}
      />
      <NavItem
        href={projectHref(project, 'annotate')}
        icon={PencilRuler}
        name={t('Annotate')}
        count={summary?.unlabelled}
        isOn={route.page === 'annotate'}
      />
      {can('jobs') && (
        <NavItem
          href={projectHref(project, 'batches')}
          icon={ClipboardList}
          name={t('Batches')}
          isOn={route.page === 'batches'}
        />
      )}
      {can('versions') && (
        <NavItem
          href={projectHref(project, 'versions')}
          icon={Layers}
          name={t('Versions')}
          count={summary?.versions}
          isOn={isVersions}
        />
      )}
      {can('health') && (
        <NavItem
          href={projectHref(project, 'health')}
          icon={HeartPulse}
          name={t('Health')}
          isOn={route.page === 'health'}
        />
      )}
    </>
  )
}

interface NavItemProps {
  readonly href: string
  readonly icon: LucideIcon
  readonly name: string
  readonly isOn: boolean
  readonly count?: number | undefined
  /** The count changes all the time: its thousands are told. */
  readonly isRough?: boolean | undefined
}

function NavItem({ href, icon: Icon, name, isOn, count: amount, isRough = false }: NavItemProps) {
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

/** The servers of this machine that other programs talk to. */
function Ports({ servers }: { readonly servers: Session['servers'] }) {
  return (
    <div className={styles.ports}>
      {(['inference', 'events', 'management'] as const).map((name) => {
        const server = servers[name]
        const words =
          server === null
            ? t('{{server}} is off', { server: PORT_NAMES[name] })
            : t('{{server}} on {{address}}', { server: PORT_NAMES[name], address: server.url })
        return (
          <div key={name} className={cx(styles.port, 'caption')} title={words}>
            <StateDot tone={server === null ? 'off' : 'ok'} />
            <span>{PORT_NAMES[name]}</span>
            <span className="mono">{server === null ? t('off') : `:${server.port}`}</span>
          </div>
        )
      })}
    </div>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { LibraryNote } from '#common/contract/session'
import { TaskId } from '#common/ids'
import { onLibraryNote } from '#renderer/data/notes'
import { queries } from '#renderer/data/queries'
import { resumeUnwritten } from '#renderer/features/annotate/session/resume'
import { CatalogPage } from '#renderer/features/catalog/catalog-page'
import { ConnectionPage } from '#renderer/features/connection/connection-page'
import { warnWhileSending } from '#renderer/features/datasets/entrance/send-dataset'
import { EventsPage } from '#renderer/features/events/events-page'
import { Hud } from '#renderer/features/hud/hud'
import { warnBeforeLeaving } from '#renderer/features/imports/entrance/start-import'
import { useImportCards } from '#renderer/features/imports/import-panel'
import { ImportReportDialog } from '#renderer/features/imports/import-report'
import { ModelsPage } from '#renderer/features/models/models-page'
import { PlaygroundPage } from '#renderer/features/playground/playground-page'
import { SettingsPage } from '#renderer/features/settings/settings-page'
import { TrashPage } from '#renderer/features/trash/trash-page'
import { type Command, useCommands, validCommands } from '#renderer/ui/app/commands'
import { HOME_HREF, navigate, parseRoute, type Route, setParams, useRoute } from '#renderer/ui/app/router'
import { cx } from '#renderer/ui/cx'
import { Toasts } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'
import styles from './app.module.css'
import { Banners } from './banners.tsx'
import { HomePages } from './home-pages.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { Navigation } from './navigation.tsx'
import { PAGE_COMMANDS } from './pages.ts'
import { Palette } from './palette/palette.tsx'
import { focusPanel } from './panels.ts'
import { ProjectPages } from './project-pages.tsx'
import { SIGHT_COMMANDS } from './sight-commands.ts'
import { TitleBar } from './title-bar.tsx'

/** Height of an import card with the gap above it. */
const IMPORT_CARD = 92
/** Height of the filmstrip and the hint bar below the canvas, and of the bar over its lower edge. */
const ANNOTATE_BARS = 162
/**
 * Width of the tool rail beside the canvas. On its other side are the object list and, when zoomed in, the mini map.
 */
const ANNOTATE_RAIL = 44

export function App() {
  const route = useRoute()
  const client = useQueryClient()
  const hasNoProjects = useHasNoProjects()
  useEffect(() => warnBeforeLeaving(), [])
  useEffect(() => warnWhileSending(), [])
  useEffect(() => onLibraryNote(leaveProject), [])
  useEffect(() => resumeUnwritten(client), [client])
  const [showsKeys, showKeys] = useState(false)
  const [palette, setPalette] = useState<readonly Command[]>()
  const openPalette = () => setPalette(validCommands())
  useCommands(
    [
      {
        id: 'app.palette',
        label: t('Search and commands'),
        chord: 'Mod+K',
        run: openPalette,
        inFields: true,
        isListed: false,
      },
      ...PAGE_COMMANDS,
      { id: 'app.next-panel', label: t('Next panel'), chord: 'F6', run: () => focusPanel(1), inFields: true },
      {
        id: 'app.previous-panel',
        label: t('Previous panel'),
        chord: 'Shift+F6',
        run: () => focusPanel(-1),
        inFields: true,
      },
      ...SIGHT_COMMANDS,
      {
        id: 'app.keys',
        label: t('Keys of this page'),
        chord: ['?', 'F1'],
        run: () => showKeys(true),
        // The annotate page has a longer list of its own.
        isEnabled: route.page !== 'annotate',
      },
    ],
    'below',
  )
  const isFirstRun = route.page === 'home' && (hasNoProjects || route.params.has('new'))
  const lift = useToastLift(route)
  const isBare = isFirstRun || route.page === 'annotate' || route.page === 'sort'
  return (
    <div className={styles.app}>
      <TitleBar route={route} isFirstRun={isFirstRun} onSearch={openPalette} />
      <Banners />
      <div className={cx(styles.main, isBare && styles.bare)}>
        {!isBare && <Navigation route={route} />}
        <main className={styles.page}>
          <Page route={route} isFirstRun={isFirstRun} />
        </main>
      </div>
      <ReportDialog route={route} />
      {palette && <Palette route={route} commands={palette} onClose={() => setPalette(undefined)} />}
      {showsKeys && <KeysDialog onClose={() => showKeys(false)} />}
      <Hud />
      <Toasts lift={lift} indent={route.page === 'annotate' ? ANNOTATE_RAIL : undefined} />
    </div>
  )
}

/** Returns whether there is no project, whether intact or damaged. */
function useHasNoProjects(): boolean {
  const hasNoSound = useQuery({ ...queries.projects(), select: isNone }).data === true
  const damaged = useQuery({ ...queries.damagedProjects(), select: isNone, enabled: hasNoSound })
  return hasNoSound && damaged.data === true
}

/**
 * Selects only this, because every gesture refreshes the counts of the projects and would render everything below
 * again.
 */
function isNone(projects: readonly unknown[]): boolean {
  return projects.length === 0
}

/** Leaves the project when the remote changes: the same address then names a different project. */
function leaveProject({ kind }: LibraryNote): void {
  if (kind === 'moved' && 'project' in parseRoute(location.hash)) navigate(HOME_HREF)
}

/** Returns the height to keep free below the toasts. */
function useToastLift(route: Route): number {
  const cards = useImportCards('project' in route ? route.project : undefined)
  if (route.page === 'annotate') return ANNOTATE_BARS
  return route.page === 'images' ? cards * IMPORT_CARD : 0
}

const STATION_PAGES = { models: ModelsPage, playground: PlaygroundPage, events: EventsPage } as const

function Page({ route, isFirstRun }: { readonly route: Route; readonly isFirstRun: boolean }) {
  if ('project' in route) return <ProjectPages key={route.project} route={route} />
  if (route.page === 'settings') return <SettingsPage />
  if (route.page === 'trash') return <TrashPage />
  if (route.page === 'catalog') return <CatalogPage text={route.params.get('q') ?? ''} />
  if (route.page === 'connections') {
    return <ConnectionPage edited={route.params.get('edit') ?? undefined} onEdit={(edit) => setParams({ edit })} />
  }
  if (route.page === 'home') return <HomePages isFirstRun={isFirstRun} params={route.params} />
  const StationPage = STATION_PAGES[route.page]
  return <StationPage params={route.params} />
}

/** The report of an import, over any page: `?dialog=import&task=…`. */
function ReportDialog({ route: { params } }: { readonly route: Route }) {
  const task = TaskId.safeParse(params.get('task'))
  if (params.get('dialog') !== 'import' || !task.success) return null
  return <ImportReportDialog task={task.data} onClose={() => setParams({ dialog: undefined, task: undefined })} />
}

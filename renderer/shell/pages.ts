import {
  Boxes,
  ClipboardList,
  HeartPulse,
  Images,
  Layers,
  LayoutGrid,
  LibraryBig,
  type LucideIcon,
  Network,
  PencilRuler,
  Radio,
  Settings,
  SquarePlay,
  Trash2,
} from 'lucide-react'
import type { Ability } from '#common/contract/session'
import type { Command } from '#renderer/ui/app/commands'
import {
  CATALOG_HREF,
  CONNECTIONS_HREF,
  EVENTS_HREF,
  HOME_HREF,
  MODELS_HREF,
  navigate,
  type OwnPage,
  PLAYGROUND_HREF,
  type ProjectPage,
  SETTINGS_HREF,
  TRASH_HREF,
} from '#renderer/ui/app/router'
import { t } from '#renderer/words/words'

/** Name and icon of a page in the side bar, the title bar and the command palette. */
export interface PageSign {
  readonly name: string
  readonly icon: LucideIcon
  /** The ability of the project space that the page needs. */
  readonly needs?: Ability
}

export const PROJECT_PAGES: Readonly<Record<ProjectPage, PageSign>> = {
  images: { name: t('Images'), icon: Images },
  annotate: { name: t('Annotate'), icon: PencilRuler },
  sort: { name: t('Sort into classes'), icon: LayoutGrid, needs: 'sorting' },
  batches: { name: t('Batches'), icon: ClipboardList, needs: 'jobs' },
  versions: { name: t('Versions'), icon: Layers, needs: 'versions' },
  'new-version': { name: t('New version'), icon: Layers, needs: 'versions' },
  'version-diff': { name: t('Compare versions'), icon: Layers, needs: 'version-diff' },
  health: { name: t('Health'), icon: HeartPulse, needs: 'health' },
}

export interface PlacedSign extends PageSign {
  readonly href: string
  /** The key that opens the page from anywhere. */
  readonly chord?: string
}

export const OWN_PAGES: Readonly<Record<OwnPage, PlacedSign>> = {
  home: { name: t('Projects'), icon: LayoutGrid, href: HOME_HREF, chord: 'Mod+Shift+P' },
  models: { name: t('Models'), icon: Boxes, href: MODELS_HREF },
  playground: { name: t('Playground'), icon: SquarePlay, href: PLAYGROUND_HREF },
  events: { name: t('Events'), icon: Radio, href: EVENTS_HREF },
  catalog: { name: t('Catalog'), icon: LibraryBig, href: CATALOG_HREF, needs: 'catalog' },
  trash: { name: t('Trash'), icon: Trash2, href: TRASH_HREF, needs: 'trash' },
  connections: { name: t('Connections'), icon: Network, href: CONNECTIONS_HREF },
  settings: { name: t('Settings'), icon: Settings, href: SETTINGS_HREF, chord: 'Mod+,' },
}

/** The side bar, from top to bottom. */
export const SIDE_BAR = {
  project: ['images', 'annotate', 'batches', 'versions', 'health'],
  station: ['models', 'playground', 'events'],
  foot: ['catalog', 'trash', 'settings'],
} as const satisfies { project: readonly ProjectPage[]; station: readonly OwnPage[]; foot: readonly OwnPage[] }

/** Commands for the pages that have a key. The palette lists them among the pages. */
export const PAGE_COMMANDS: readonly Command[] = Object.entries(OWN_PAGES).flatMap(([page, { name, href, chord }]) =>
  chord === undefined ? [] : [{ id: `app.${page}`, label: name, chord, run: () => navigate(href), isListed: false }],
)

import {
  Boxes,
  ClipboardList,
  FolderClosed,
  HeartPulse,
  Images,
  Layers,
  type LucideIcon,
  PencilRuler,
  Radio,
  Settings,
  SquarePlay,
  Trash2,
} from 'lucide-react'
import type { ProjectSummary } from '#common/contract/projects'
import type { ProjectSlug } from '#common/ids'
import {
  EVENTS_HREF,
  MODELS_HREF,
  navigate,
  PLAYGROUND_HREF,
  type ProjectPage,
  projectHref,
  SETTINGS_HREF,
  TRASH_HREF,
} from '#renderer/kit/app/router'
import { t } from '#renderer/kit/words/words'
import type { Entry } from './entry.ts'

const PROJECT_PAGES: readonly { readonly page: ProjectPage; readonly name: string; readonly icon: LucideIcon }[] = [
  { page: 'images', name: t('Images'), icon: Images },
  { page: 'annotate', name: t('Annotate'), icon: PencilRuler },
  { page: 'batches', name: t('Batches'), icon: ClipboardList },
  { page: 'versions', name: t('Versions'), icon: Layers },
  { page: 'new-version', name: t('New version'), icon: Layers },
  { page: 'health', name: t('Health'), icon: HeartPulse },
]

const STATION_PAGES: readonly { readonly href: string; readonly name: string; readonly icon: LucideIcon }[] = [
  { href: MODELS_HREF, name: t('Models'), icon: Boxes },
  { href: PLAYGROUND_HREF, name: t('Playground'), icon: SquarePlay },
  { href: EVENTS_HREF, name: t('Events'), icon: Radio },
  { href: TRASH_HREF, name: t('Trash'), icon: Trash2 },
  { href: SETTINGS_HREF, name: t('Settings'), icon: Settings },
]

/** The pages of the project that is open, and of the program. */
export function pageEntries(
  project: ProjectSlug | undefined,
  isPossible: (page: ProjectPage) => boolean,
): readonly Entry[] {
  const pages = project === undefined ? [] : PROJECT_PAGES.filter(({ page }) => isPossible(page))
  return [
    ...pages.map(({ page, name, icon }) => ({
      id: `page.${page}`,
      ...{ name, context: t('Page'), mark: { icon } },
      run: () => project !== undefined && navigate(projectHref(project, page)),
    })),
    ...STATION_PAGES.map(({ href, name, icon }) => ({
      id: `page.${href}`,
      ...{ name, context: t('Page'), mark: { icon } },
      run: () => navigate(href),
    })),
  ]
}

export function projectEntries(projects: readonly ProjectSummary[]): readonly Entry[] {
  return projects.map(({ slug, name }) => ({
    id: `project.${slug}`,
    ...{ name, context: t('Project'), mark: { icon: FolderClosed } },
    run: () => navigate(projectHref(slug, 'images')),
  }))
}

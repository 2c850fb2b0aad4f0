import { FolderClosed } from 'lucide-react'
import type { ProjectSummary } from '#common/contract/projects'
import type { Ability } from '#common/contract/session'
import type { ProjectSlug } from '#common/ids'
import { navigate, type OwnPage, type ProjectPage, projectHref } from '#renderer/ui/app/router'
import { t } from '#renderer/words/words'
import { OWN_PAGES, type PlacedSign, PROJECT_PAGES, SIDE_BAR } from '../pages.ts'
import type { Entry } from './entry.ts'

const IN_PROJECT: readonly ProjectPage[] = [...SIDE_BAR.project, 'new-version']
const OUTSIDE: readonly OwnPage[] = ['home', ...SIDE_BAR.station, ...SIDE_BAR.foot, 'connections']

interface Place extends PlacedSign {
  readonly page: ProjectPage | OwnPage
}

/** Returns entries for the pages of the open project and of the program. */
export function pageEntries(project: ProjectSlug | undefined, can: (ability: Ability) => boolean): readonly Entry[] {
  const outside = OUTSIDE.map((page) => ({ ...OWN_PAGES[page], page }))
  return [...(project === undefined ? [] : placesIn(project)), ...outside]
    .filter(({ needs }) => needs === undefined || can(needs))
    .map(({ page, href, name, icon, chord }) => ({
      id: `page.${page}`,
      name,
      context: t('Page'),
      mark: { icon },
      chord,
      run: () => navigate(href),
    }))
}

function placesIn(project: ProjectSlug): readonly Place[] {
  return IN_PROJECT.map((page) => ({ ...PROJECT_PAGES[page], page, href: projectHref(project, page) }))
}

export function projectEntries(projects: readonly ProjectSummary[]): readonly Entry[] {
  return projects.map(({ slug, name }) => ({
    id: `project.${slug}`,
    name,
    context: t('Project'),
    mark: { icon: FolderClosed },
    run: () => navigate(projectHref(slug, 'images')),
  }))
}

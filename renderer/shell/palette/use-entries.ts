import { skipToken, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { LabelClass } from '#common/contract/projects'
import type { ProjectSlug } from '#common/ids'
import { keys, queries } from '#renderer/data/queries'
import { studio } from '#renderer/data/studio'
import { useAbility } from '#renderer/data/use-ability'
import type { Command } from '#renderer/ui/app/commands'
import { navigate, projectHref, type Route } from '#renderer/ui/app/router'
import { matching } from '#renderer/words/match'
import { t } from '#renderer/words/words'
import { commandEntries } from './commands.ts'
import type { Entry } from './entry.ts'
import { LANGUAGE_ENTRIES } from './languages.ts'
import { pageEntries, projectEntries } from './places.ts'
import { readRecent } from './recent.ts'

/** Maximum number of results: users refine the text rather than read more. */
const MOST = 40
const MOST_IMAGES = 6

/** Returns the entries that match the text, best first. Without text: recent ones, and those for this screen. */
export function useEntries(
  typed: string,
  { route, commands }: { readonly route: Route; readonly commands: readonly Command[] },
) {
  const project = 'project' in route ? route.project : undefined
  const can = useAbility()
  const projects = useQuery(queries.projects()).data ?? []
  const classes = useClasses(project)
  const images = useImages(project, typed.trim())
  const all = [
    ...commandEntries(commands),
    ...pageEntries(project, can),
    ...projectEntries(projects),
    ...LANGUAGE_ENTRIES,
    ...(project === undefined ? [] : classEntries(project, classes)),
  ]
  if (typed.trim() === '') return firstEntries(all)
  return [...matching(all, typed, ({ name }) => name).slice(0, MOST), ...images]
}

function useClasses(project: ProjectSlug | undefined): readonly LabelClass[] {
  const found = useQuery({
    queryKey: project === undefined ? ['palette', 'classes'] : keys.classes(project),
    queryFn: project === undefined ? skipToken : ({ signal }) => studio.projects.classes.list({ project }, { signal }),
  })
  return found.data ?? []
}

function firstEntries(all: readonly Entry[]): readonly Entry[] {
  const byId = new Map(all.map((entry) => [entry.id, entry]))
  const recent = readRecent().flatMap((id) => byId.get(id) ?? [])
  return [...recent, ...all.filter((entry) => !recent.includes(entry))].slice(0, MOST)
}

/** Returns entries that show the images of a class. */
function classEntries(project: ProjectSlug, classes: readonly LabelClass[]): readonly Entry[] {
  return classes.map(({ id, name, color }) => ({
    id: `class.${id}`,
    name,
    context: t('Images of the class'),
    mark: { color },
    run: () => navigate(projectHref(project, 'images', { class: id })),
  }))
}

/** Returns the images of the project whose names contain the text. */
function useImages(project: ProjectSlug | undefined, typed: string): readonly Entry[] {
  const text = useDeferredValue(typed)
  const found = useQuery({
    queryKey: ['palette', project, text],
    queryFn:
      project === undefined || text.length < 2
        ? skipToken
        : ({ signal }) =>
            studio.images.page(
              { project, filter: { text: text.slice(0, 200) }, sort: 'name', offset: 0, limit: MOST_IMAGES },
              { signal },
            ),
  }).data
  if (project === undefined || text.length < 2) return []
  return (found?.rows ?? []).map(({ id, name }) => ({
    id: `image.${id}`,
    name,
    context: t('Image'),
    mark: { image: id },
    run: () => navigate(projectHref(project, 'annotate', { image: id })),
  }))
}

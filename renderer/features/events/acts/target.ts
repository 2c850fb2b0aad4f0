import { useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { ProjectSummary } from '#common/contract/projects'
import { queries } from '#renderer/data/queries'

const KEY = 'tessera.events.project'

/** The project that events were last sent to, kept for the next time. */
const store = createStore<{ readonly slug: string | null }>(() => ({ slug: localStorage.getItem(KEY) }))

export function setTarget({ slug }: Pick<ProjectSummary, 'slug'>): void {
  localStorage.setItem(KEY, slug)
  store.setState({ slug })
}

export interface Targets {
  readonly projects: readonly ProjectSummary[]
  /** The last one, or the only one; undefined where a person has to choose. */
  readonly target: ProjectSummary | undefined
}

/** Where events can be sent to. */
export function useTargets(): Targets {
  const projects = useQuery(queries.projects()).data ?? []
  const slug = useStore(store, (state) => state.slug)
  const last = projects.find((project) => project.slug === slug)
  return { projects, target: last ?? (projects.length === 1 ? projects[0] : undefined) }
}

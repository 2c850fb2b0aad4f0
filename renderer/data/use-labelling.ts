import { useQuery } from '@tanstack/react-query'
import type { ProjectSlug } from '#common/ids'
import { type Labelling, labellingOf } from './project-type.ts'
import { queries } from './queries.ts'

/** Kind of a project's annotations; shapes at a place until its type is known. */
export function useLabelling(project: ProjectSlug): Labelling {
  const type = useQuery(queries.project(project)).data?.type
  return type === undefined ? 'places' : labellingOf(type)
}

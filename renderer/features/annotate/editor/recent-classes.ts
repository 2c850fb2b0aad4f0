import { z } from 'zod'
import { ClassId, type ProjectSlug } from '#common/ids'

/** So many of the classes that were used last are known. */
const MOST = 10

const Recent = z.array(ClassId).max(MOST).catch([])

const keyOf = (project: ProjectSlug) => `tessera.annotate.recent.${project}`

/** The classes that were armed or given last in a project, the newest first. */
export function recentClasses(project: ProjectSlug): readonly ClassId[] {
  try {
    return Recent.parse(JSON.parse(localStorage.getItem(keyOf(project)) ?? '[]'))
  } catch {
    return []
  }
}

export function noteClass(project: ProjectSlug, id: ClassId): void {
  const [last, ...others] = recentClasses(project)
  if (last === id) return
  const known = last === undefined ? [] : [last, ...others]
  const next = [id, ...known.filter((each) => each !== id)].slice(0, MOST)
  localStorage.setItem(keyOf(project), JSON.stringify(next))
}

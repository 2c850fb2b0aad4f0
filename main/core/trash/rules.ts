import { brand } from '#common/border'
import type { ProjectSlug } from '#common/ids'

/** How long things stay in the trash. */
export const DEFAULT_TRASH_DAYS = 30

export const DAY_MS = 24 * 3600 * 1000
const MAX_SLUG = 64

/** The moment from which a thing may be deleted for good. */
export function cleanupAt(trashedAt: Date, days: number): Date {
  return new Date(trashedAt.getTime() + days * DAY_MS)
}

/** The wanted address, or the first of `cups-2`, `cups-3` … that nobody has. */
export function freeSlug(wanted: ProjectSlug, isTaken: (slug: string) => boolean): ProjectSlug {
  if (!isTaken(wanted)) return wanted
  for (let n = 2; ; n += 1) {
    const ending = `-${n}`
    const slug = `${wanted.slice(0, MAX_SLUG - ending.length).replace(/-+$/, '')}${ending}`
    if (!isTaken(slug)) return brand<ProjectSlug>(slug)
  }
}

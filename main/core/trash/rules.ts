/** How long things stay in the trash. */
export const DEFAULT_TRASH_DAYS = 30

export const DAY_MS = 24 * 3600 * 1000

/** The moment from which a thing may be deleted for good. */
export function cleanupAt(trashedAt: Date, days: number): Date {
  return new Date(trashedAt.getTime() + days * DAY_MS)
}

/** How long things stay in the trash. */
export const DEFAULT_TRASH_DAYS = 30

const DAY_MS = 24 * 3600 * 1000

/** The moment from which a thing may be deleted for good. */
export function cleanupAt(trashedAt: Date, days: number): Date {
  return new Date(trashedAt.getTime() + days * DAY_MS)
}

/** Things put in the trash until this moment are due now. */
export function dueUntil(now: Date, days: number): Date {
  return cleanupAt(now, -days)
}

import type { Operation } from '#common/contract/annotations'

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** "Draw box", "Undid “Draw box”". */
export function operationName({ kind, label }: Operation): string {
  if (kind === 'undo') return `Undid “${label}”`
  return kind === 'redo' ? `Repeated “${label}”` : label
}

/** Who did it; nothing for a person at a window who gave no name. */
export function actorName({ by }: Operation): string | undefined {
  if (by.name !== '') return by.name
  if (by.kind === 'person') return undefined
  return by.kind === 'program' ? 'Over the API' : 'Import'
}

/** "14:02:31" today, "18 Nov 2026, 14:02:31" before. */
export function operationTime(iso: string): string {
  const date = new Date(iso)
  const time = clock.format(date)
  return date.toDateString() === new Date().toDateString() ? time : `${day.format(date)}, ${time}`
}

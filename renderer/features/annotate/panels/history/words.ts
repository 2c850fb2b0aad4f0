import type { Operation } from '#common/contract/annotations'
import { sayEdit } from '#renderer/words/edits'
import { LOCALE } from '#renderer/words/language'
import { t } from '#renderer/words/words'

const clock = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const day = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: 'numeric' })

/** "Draw box", "Undone: Draw box". */
export function operationName({ kind, name }: Operation): string {
  const what = sayEdit(name)
  if (kind === 'undo') return t('Undone: {{act}}', { act: what })
  return kind === 'redo' ? t('Redone: {{act}}', { act: what }) : what
}

/** Who did it; nothing for a person at a window who gave no name. */
export function actorName({ by }: Operation): string | undefined {
  if (by.name !== '') return by.name
  if (by.kind === 'person') return undefined
  return by.kind === 'program' ? t('Over the API') : t('Import|actor')
}

/** "14:02:31" today, "18 Nov 2026, 14:02:31" before. */
export function operationTime(iso: string): string {
  const date = new Date(iso)
  const time = clock.format(date)
  return date.toDateString() === new Date().toDateString() ? time : `${day.format(date)}, ${time}`
}

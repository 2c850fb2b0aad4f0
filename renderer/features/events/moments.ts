import { formatMoment, parseMoment } from '#common/events/moment'
import { decimal } from '#renderer/words/format'
import { LOCALE } from '#renderer/words/language'

const clock = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const day = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short' })
const year = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: 'numeric' })
/** Decimal separator of seconds. */
const POINT = decimal(0.1, 1).slice(1, 2)

/** "07:42:16" and ".2", in the time of this machine. */
export function clockOf(iso: string): { readonly seconds: string; readonly tenth: string } {
  const date = dateOf(iso)
  return { seconds: clock.format(date), tenth: `${POINT}${Math.floor(date.getMilliseconds() / 100)}` }
}

/** "20 Nov"; undefined today. */
export function dayOf(iso: string, nowMs: number): string | undefined {
  const date = dateOf(iso)
  return date.toDateString() === new Date(nowMs).toDateString() ? undefined : day.format(date)
}

/** "20 Nov 2026, 07:42:15.102". */
export function fullClock(iso: string): string {
  const date = dateOf(iso)
  return `${year.format(date)}, ${clock.format(date)}${POINT}${String(date.getMilliseconds()).padStart(3, '0')}`
}

/** "07:10", "07:10:30", or with its day "20 Nov 07:10"; as fine as steps of so many milliseconds need. */
export function axisTime(ms: number, stepMs: number, nowMs = Date.now()): string {
  const date = new Date(ms)
  if (stepMs >= 86_400_000) return day.format(date)
  const time = clock.format(date)
  const text = stepMs >= 60_000 ? time.slice(0, 5) : time
  return date.toDateString() === new Date(nowMs).toDateString() ? text : `${day.format(date)} ${text}`
}

/** Milliseconds since 1970. */
export function msOf(iso: string): number {
  return dateOf(iso).getTime()
}

/** The moment one microsecond later: the first that is not this one. */
export function behind(iso: string): string {
  const microseconds = parseMoment(iso)
  return microseconds === undefined ? iso : formatMoment(microseconds + 1)
}

/** "2026-11-20T07:42" in the time of this machine, as a field for a date and a time holds it. */
export function fieldText(iso: string | undefined): string {
  if (iso === undefined) return ''
  const date = dateOf(iso)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}

/** The field's value as a moment; undefined while it is empty. */
export function fieldMoment(text: string): string | undefined {
  const date = new Date(text)
  return text === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** Microseconds are cut: `Date` knows none. */
function dateOf(iso: string): Date {
  return new Date(Math.floor((parseMoment(iso) ?? 0) / 1000))
}

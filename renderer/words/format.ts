import { LOCALE } from './language.ts'
import { t } from './words.ts'

const whole = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 })

/** 4812 → "4,812". */
export function count(value: number): string {
  return whole.format(value)
}

/** 23108 → "23 k": for counts that change while they are read. */
export function roughCount(value: number): string {
  if (value < 10_000) return count(value)
  return value < 1_000_000
    ? t('{{amount}} k', { amount: count(Math.floor(value / 1000)) })
    : t('{{amount}} M', { amount: decimal(value / 1_000_000, 1) })
}

/** 0.204 → "20 %". */
export function percent(share: number, digits = 0): string {
  return `${decimal(share * 100, digits)} %`
}

/** "http://nas:9000" → "nas:9000". */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

/** With as many digits after the point, even if they are zero: (0.9, 2) → "0.90". */
export function decimal(value: number, digits: number): string {
  return value.toLocaleString(LOCALE, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  })
}

const UNITS = ['kB', 'MB', 'GB', 'TB'] as const

/** 6291456 → "6.3 MB": decimal units, as disks are sold. */
export function bytes(value: number): string {
  if (value < 1000) return t('{{amount}} bytes', { amount: value })
  const step = Math.min(UNITS.length, Math.floor(Math.log10(value) / 3))
  const amount = value / 1000 ** step
  return `${decimal(amount, amount >= 10 ? 0 : 1)} ${UNITS[step - 1] ?? ''}`
}

/** Seconds to go, for people: "41 min left". */
export function timeLeft(seconds: number): string {
  return t('{{duration}} left', { duration: duration(seconds) })
}

/** 75 → "1 min". */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`
  return `${decimal(seconds / 3600, 1)} h`
}

/** 0.0094 → "9.4 ms"; 2.3 → "2.3 s". */
export function secondsText(seconds: number): string {
  if (seconds >= 1) return `${decimal(seconds, 1)} s`
  const ms = seconds * 1000
  return `${decimal(ms, ms < 10 ? 1 : 0)} ms`
}

const dayFormat = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: 'numeric' })
const timeFormat = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit' })

/** An ISO moment as "14:02" today and "18 Nov 2026" before. */
export function moment(iso: string): string {
  const date = new Date(iso)
  return date.toDateString() === new Date().toDateString() ? timeFormat.format(date) : dayFormat.format(date)
}

/** An ISO moment as "14:02" today and "18 Nov 2026, 14:02" before. */
export function lately(iso: string): string {
  const isToday = new Date(iso).toDateString() === new Date().toDateString()
  return isToday ? moment(iso) : fullMoment(iso)
}

/** An ISO moment in full: "18 Nov 2026, 14:02". */
export function fullMoment(iso: string): string {
  const date = new Date(iso)
  return `${dayFormat.format(date)}, ${timeFormat.format(date)}`
}

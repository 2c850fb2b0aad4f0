const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** 4812 → "4,812". */
export function count(value: number): string {
  return whole.format(value)
}

/** 23108 → "23 k": for counts that change while they are read. */
export function roughCount(value: number): string {
  if (value < 10_000) return count(value)
  return value < 1_000_000 ? `${count(Math.floor(value / 1000))} k` : `${(value / 1_000_000).toFixed(1)} M`
}

/** (1, "image") → "1 image"; (4812, "image") → "4,812 images". */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}

/** 0.204 → "20 %". */
export function percent(share: number, digits = 0): string {
  return `${(share * 100).toFixed(digits)} %`
}

/** "http://nas:9000" → "nas:9000". */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** 6291456 → "6.3 MB": decimal units, as disks are sold. */
export function bytes(value: number): string {
  const step = Math.min(UNITS.length - 1, value < 1000 ? 0 : Math.floor(Math.log10(value) / 3))
  const amount = value / 1000 ** step
  return `${amount.toFixed(step === 0 || amount >= 10 ? 0 : 1)} ${UNITS[step] ?? 'bytes'}`
}

/** Seconds to go, for people: "41 min left". */
export function timeLeft(seconds: number): string {
  return `${duration(seconds)} left`
}

/** 75 → "1 min". */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`
  return `${(seconds / 3600).toFixed(1)} h`
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** An ISO moment as "14:02" today and "18 Nov 2026" before. */
export function moment(iso: string): string {
  const date = new Date(iso)
  return date.toDateString() === new Date().toDateString() ? timeFormat.format(date) : dayFormat.format(date)
}

/** An ISO moment in full: "18 Nov 2026, 14:02". */
export function fullMoment(iso: string): string {
  const date = new Date(iso)
  return `${dayFormat.format(date)}, ${timeFormat.format(date)}`
}

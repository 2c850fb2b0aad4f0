/**
 * Moments of events as whole microseconds since 1970-01-01T00:00:00Z. They stay below 2^53 until the year 2255, so a number holds
 * them exactly.
 */

/** Date, hours and minutes, seconds, fraction, then the sign, hours and minutes of the offset. */
const ISO =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(:\d\d(?:[.,](\d{1,9}))?)?(?:[Zz]|[ ]?([+\- ])(\d\d)(?::?(\d\d))?)?)?$/

/** Years outside these are slips of a pen, and microseconds would not be exact. */
const FIRST_MS = 0
const END_MS = Date.UTC(2200, 0, 1)

/**
 * Reads an ISO 8601 date or moment; what names no offset is UTC. A `+` that an unescaped address turned into a space is read as `+`.
 * Digits behind the microseconds are cut. Undefined for everything else, and outside the years 1970 to 2199.
 */
export function parseMoment(text: string): number | undefined {
  const found = ISO.exec(text.trim())
  if (found === null) return undefined
  const [, date = '', time = '00:00', seconds = ':00', fraction = '', sign, hours, minutes] = found
  const wall = wallMs(date, `${time}${seconds.slice(0, 3)}`)
  const shift = sign === undefined ? 0 : offsetMs(sign, Number(hours), Number(minutes ?? 0))
  const utc = wall - shift
  return utc >= FIRST_MS && utc < END_MS ? utc * 1000 + Number(fraction.padEnd(6, '0').slice(0, 6)) : undefined
}

/** NaN for what no calendar has. */
function wallMs(date: string, time: string): number {
  const ms = Date.parse(`${date}T${time}Z`)
  // Date.parse rolls the 31st of February over into March, and 24:00 into the next day.
  return new Date(ms).getUTCDate() === Number(date.slice(8)) ? ms : Number.NaN
}

function offsetMs(sign: string, hours: number, minutes: number): number {
  if (hours > 23 || minutes > 59) return Number.NaN
  return (sign === '-' ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

/** `2026-11-22T10:00:00.123456Z`: always six digits and `Z`, so that texts sort as the moments do and need no escape in an address. */
export function formatMoment(microseconds: number): string {
  const ms = Math.floor(microseconds / 1000)
  const rest = String(microseconds - ms * 1000).padStart(3, '0')
  return `${new Date(ms).toISOString().slice(0, -1)}${rest}Z`
}

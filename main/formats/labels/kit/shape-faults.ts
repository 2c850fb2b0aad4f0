import type { z } from 'zod'

/** Why a value is not of the expected shape, as a sentence says it behind "is". Texts of the library itself are no help to a user. */
export function shapeFault(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'missing'
  if (issue.code === 'invalid_type') return WRONG_TYPES.get(issue.expected) ?? UNSUPPORTED
  if (issue.code === 'too_small') {
    return isOfEntries(issue.origin) ? `a list of fewer than ${issue.minimum} entries` : OUTSIDE
  }
  if (issue.code === 'too_big') {
    return isOfEntries(issue.origin) ? `a list of more than ${issue.maximum} entries` : OUTSIDE
  }
  return UNSUPPORTED
}

const WRONG_TYPES: ReadonlyMap<string, string> = new Map([
  ['object', 'not a JSON object'],
  ['record', 'not a JSON object'],
  ['array', 'not a list'],
  ['tuple', 'not a list'],
  ['string', 'not text'],
  ['number', 'not a number'],
  ['int', 'not a whole number'],
  ['boolean', 'neither true nor false'],
])

const OUTSIDE = 'out of range'
const UNSUPPORTED = 'not in a supported form'

function isOfEntries(origin: string): boolean {
  return origin === 'array' || origin === 'set' || origin === 'map'
}

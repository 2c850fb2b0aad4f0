import type { z } from 'zod'
import { type Refusal, refusal } from '#common/errors'

/**
 * Why a value is not of the expected shape, as schemas say it in the message of an issue: a name, with the number that it is about behind a
 * colon. Texts of the library itself are no help to a user.
 */
export type ShapeFault = keyof typeof CODES

/** The codes of a fault of the whole document, and of one at a place in it. */
const CODES = {
  missing: ['value-missing', 'field-missing'],
  'not-object': ['value-not-object', 'field-not-object'],
  'not-list': ['value-not-list', 'field-not-list'],
  'not-text': ['value-not-text', 'field-not-text'],
  'not-number': ['value-not-number', 'field-not-number'],
  'not-whole-number': ['value-not-whole-number', 'field-not-whole-number'],
  'not-boolean': ['value-not-boolean', 'field-not-boolean'],
  'out-of-range': ['value-out-of-range', 'field-out-of-range'],
  unsupported: ['value-unsupported', 'field-unsupported'],
  empty: ['value-empty', 'field-empty'],
  'of-no-kind': ['value-of-no-kind', 'field-of-no-kind'],
  'not-four-numbers': ['value-not-four-numbers', 'field-not-four-numbers'],
  'not-label': ['value-not-label', 'field-not-label'],
  classless: ['value-classless', 'field-classless'],
} as const

const COUNTS = {
  'too-few': ['value-too-few', 'field-too-few'],
  'too-many': ['value-too-many', 'field-too-many'],
} as const

export function shapeFault(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'missing' satisfies ShapeFault
  if (issue.code === 'invalid_type') return WRONG_TYPES.get(issue.expected) ?? UNSUPPORTED
  if (issue.code === 'too_small') return isOfEntries(issue.origin) ? `too-few:${issue.minimum}` : OUTSIDE
  if (issue.code === 'too_big') return isOfEntries(issue.origin) ? `too-many:${issue.maximum}` : OUTSIDE
  return UNSUPPORTED
}

const WRONG_TYPES: ReadonlyMap<string, ShapeFault> = new Map<string, ShapeFault>([
  ['object', 'not-object'],
  ['record', 'not-object'],
  ['array', 'not-list'],
  ['tuple', 'not-list'],
  ['string', 'not-text'],
  ['number', 'not-number'],
  ['int', 'not-whole-number'],
  ['boolean', 'not-boolean'],
])

const OUTSIDE: ShapeFault = 'out-of-range'
const UNSUPPORTED: ShapeFault = 'unsupported'

function isOfEntries(origin: string): boolean {
  return origin === 'array' || origin === 'set' || origin === 'map'
}

/** The refusal of an issue: its message, and where in the document it is; an empty place is the whole document. */
export function shapeRefusal(message: string, field: string): Refusal {
  const [name = '', count = ''] = message.split(':')
  if (isCount(name)) {
    const [whole, part] = COUNTS[name]
    return field === '' ? refusal(whole, { count: Number(count) }) : refusal(part, { field, count: Number(count) })
  }
  const [whole, part] = CODES[isKnown(name) ? name : UNSUPPORTED]
  return field === '' ? refusal(whole) : refusal(part, { field })
}

function isKnown(name: string): name is ShapeFault {
  return Object.hasOwn(CODES, name)
}

function isCount(name: string): name is keyof typeof COUNTS {
  return Object.hasOwn(COUNTS, name)
}

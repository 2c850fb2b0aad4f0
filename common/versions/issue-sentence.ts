import type { z } from 'zod'
import { message } from '../messages/message.ts'
import { ISSUES } from '../messages/plain/issues.ts'
import { LITERAL } from '../messages/plain/literal.ts'
import { SCHEMA_FAULTS } from '../messages/plain/schema-faults.ts'
import { schemaFault } from '../messages/schema-fault.ts'
import { type Message, sentenceBy, type Template } from '../messages/template.ts'

/** The fault of an input; it begins with the path of the value at fault. */
export function issueMessage(issue: z.core.$ZodIssue, input: unknown): Message {
  const field = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    return message('issue-unknown-setting', { field: [...issue.path, issue.keys[0]].join('.') })
  }
  if (field === '') return message('issue-not-object')
  if (!isOutOfBounds(issue) && valueAt(input, issue.path) === undefined) return message('issue-missing', { field })
  return demand(issue, field)
}

/** The same in English. */
export function issueSentence(issue: z.core.$ZodIssue, input: unknown): string {
  return sentenceBy(wordsOf, issueMessage(issue, input))
}

/** Of issues alone: pages read settings too, and carry no other English of the core. */
const WORDS: ReadonlyMap<string, Template> = new Map(Object.entries({ ...ISSUES, ...SCHEMA_FAULTS, ...LITERAL }))

function wordsOf(code: string): Template {
  return WORDS.get(code) ?? code
}

/** Then there is a value, even where it was sent under an older name. */
function isOutOfBounds({ code }: z.core.$ZodIssue): boolean {
  return code === 'too_small' || code === 'too_big'
}

function demand(issue: z.core.$ZodIssue, field: string): Message {
  if (issue.code === 'too_small')
    return isMissingAll(issue) ? message('issue-empty', { field }) : tooSmall(issue, field)
  if (issue.code === 'too_big') return tooLarge(issue, field)
  if (issue.code === 'invalid_value') return message('issue-not-among', { field, values: issue.values.map(quoted) })
  if (issue.code === 'invalid_type') return wrongType(issue.expected, field)
  return hasOwnWords(issue) ? saying(field, issue) : message('issue-not-understood', { field })
}

/** Words of zod's own for a union begin with "Invalid". */
function hasOwnWords({ code, message }: z.core.$ZodIssue): boolean {
  return code === 'custom' || (code === 'invalid_union' && !message.startsWith('Invalid'))
}

function saying(field: string, issue: z.core.$ZodIssue): Message {
  return message('issue-says', { field, words: schemaFault(issue) })
}

/** The schema's own words where it has some: those of zod begin with "Too". */
function tooSmall(issue: z.core.$ZodIssueTooSmall, field: string): Message {
  const { message: words, origin, minimum } = issue
  if (!words.startsWith('Too ')) return saying(field, issue)
  if (origin === 'string') return message('issue-text-too-short', { field, count: Number(minimum) })
  const bound = { field, most: String(minimum) }
  return message(origin === 'array' ? 'issue-list-too-short' : 'issue-too-small', bound)
}

function tooLarge(issue: z.core.$ZodIssueTooBig, field: string): Message {
  const { message: words, origin, maximum } = issue
  if (!words.startsWith('Too ')) return saying(field, issue)
  if (origin === 'string') return message('issue-text-too-long', { field, count: Number(maximum) })
  const bound = { field, most: String(maximum) }
  return message(origin === 'array' ? 'issue-list-too-long' : 'issue-too-large', bound)
}

/** An empty text or list where one entry would do; the schema's own words go first. */
function isMissingAll({ message, origin, minimum }: z.core.$ZodIssueTooSmall): boolean {
  return message.startsWith('Too ') && ['string', 'array'].includes(origin) && minimum === 1
}

function quoted(value: unknown): string {
  return JSON.stringify(value)
}

const TYPES: ReadonlyMap<string, TypeIssue> = new Map<string, TypeIssue>([
  ['number', 'issue-not-number'],
  ['int', 'issue-not-whole-number'],
  ['boolean', 'issue-not-boolean'],
  ['object', 'issue-no-object'],
  ['array', 'issue-not-list'],
  ['tuple', 'issue-not-list'],
  ['string', 'issue-not-string'],
])

type TypeIssue =
  | 'issue-not-number'
  | 'issue-not-whole-number'
  | 'issue-not-boolean'
  | 'issue-no-object'
  | 'issue-not-list'
  | 'issue-not-string'

function wrongType(expected: string, field: string): Message {
  const code = TYPES.get(expected)
  return code === undefined ? message('issue-of-other-type', { field, type: expected }) : message(code, { field })
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    input,
  )
}

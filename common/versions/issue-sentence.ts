import type { z } from 'zod'

/** What is wrong with an input in one sentence that begins with the path of the value at fault. */
export function issueSentence(issue: z.core.$ZodIssue, input: unknown): string {
  const name = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') return `${[...issue.path, issue.keys[0]].join('.')} is not a known setting`
  if (name === '') return 'The settings must be an object'
  if (!isOutOfBounds(issue) && valueAt(input, issue.path) === undefined) return `${name} is missing`
  return `${name} ${demand(issue)}`
}

/** Then there is a value, even where it was sent under an older name. */
function isOutOfBounds({ code }: z.core.$ZodIssue): boolean {
  return code === 'too_small' || code === 'too_big'
}

function demand(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_small')
    return isMissingAll(issue) ? 'must not be empty' : limit(issue, `at least ${issue.minimum}`)
  if (issue.code === 'too_big') return limit(issue, `at most ${issue.maximum}`)
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(quoted).join(', ')}`
  if (issue.code === 'invalid_type') return `must be ${KINDS[issue.expected] ?? issue.expected}`
  return hasOwnWords(issue) ? issue.message : 'is not understood'
}

/** Words of zod's own for a union begin with "Invalid". */
function hasOwnWords({ code, message }: z.core.$ZodIssue): boolean {
  return code === 'custom' || (code === 'invalid_union' && !message.startsWith('Invalid'))
}

/** The schema's own words where it has some: those of zod begin with "Too". */
function limit({ message, origin }: { readonly message: string; readonly origin: string }, bound: string): string {
  if (!message.startsWith('Too ')) return message
  if (origin === 'string') return `must have ${bound} ${bound.endsWith(' 1') ? 'character' : 'characters'}`
  return origin === 'array' ? `must hold ${bound}` : `must be ${bound}`
}

/** An empty text or list where one entry would do; the schema's own words go first. */
function isMissingAll({ message, origin, minimum }: z.core.$ZodIssueTooSmall): boolean {
  return message.startsWith('Too ') && ['string', 'array'].includes(origin) && minimum === 1
}

function quoted(value: unknown): string {
  return JSON.stringify(value)
}

const KINDS: Readonly<Record<string, string>> = {
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  tuple: 'a list',
  string: 'a string',
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    input,
  )
}

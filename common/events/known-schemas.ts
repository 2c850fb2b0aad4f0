import { z } from 'zod'
import { message } from '../messages/message.ts'
import type { Message } from '../messages/template.ts'
import { issueMessage } from '../versions/issue-sentence.ts'

const externalId = z.string().max(1000).optional()
const longText = z.string().max(10_000)

type Fields = Readonly<Record<string, unknown>>

/**
 * The event schemas that the public clients know: what is not optional is required. The clients send camelCase; the other spelling is taken
 * too. What is not named here is refused, since a slip in the name of a field would otherwise be found when the data are needed.
 */
const KNOWN = {
  quality_check: z.strictObject({ result: z.enum(['pass', 'fail']), externalId }),
  inventory_count: z.strictObject({
    itemCount: z.int(),
    location: longText.optional(),
    itemType: longText.optional(),
    externalId,
  }),
  safety_alert: z.strictObject({
    alertType: z.string().regex(/^[A-Za-z0-9_-]+$/),
    severity: z.enum(['low', 'medium', 'high']),
    description: longText.optional(),
    externalId,
  }),
  custom: z.strictObject({ value: longText, externalId }),
  operator_feedback: z.strictObject({
    relatedEventId: z.string().min(1),
    feedback: z.enum(['correct', 'incorrect', 'inconclusive']),
  }),
} as const

export type KnownEventSchema = keyof typeof KNOWN
export const KNOWN_EVENT_SCHEMAS: readonly KnownEventSchema[] = Object.keys(KNOWN).filter(isKnownEventSchema)

export function isKnownEventSchema(name: string): name is KnownEventSchema {
  return Object.hasOwn(KNOWN, name)
}

/** The same as a JSON Schema of draft 2020-12. */
export function knownJsonSchema(name: KnownEventSchema): Fields {
  return z.toJSONSchema(KNOWN[name])
}

/**
 * The part of `data` that does not fit a known schema; undefined when all of it does. A null says the same as an absent
 * field.
 */
export function knownSchemaMisfit(name: KnownEventSchema, data: Fields): Message | undefined {
  const spelled = isAsClientsSendIt(data) ? data : inCamelCase(data)
  if (typeof spelled === 'string') return message('event-field-twice', { field: spelled })
  const parsed = KNOWN[name].safeParse(spelled)
  const [issue] = parsed.error?.issues ?? []
  return issue && misfitOf(issue, name, spelled)
}

function misfitOf(issue: z.core.$ZodIssue, name: KnownEventSchema, data: Fields): Message {
  if (issue.code === 'unrecognized_keys') {
    const fields = Object.keys(KNOWN[name].shape)
    return message('event-field-not-of-schema', { field: issue.keys[0] ?? '', schema: name, fields })
  }
  if (issue.code === 'invalid_format') return message('event-field-not-id', { field: issue.path.join('.') })
  return issueMessage(issue, data)
}

/** Every event is looked at: most of them are taken as they are. */
function isAsClientsSendIt(data: Fields): boolean {
  for (const key in data) if (data[key] === null || key.includes('_')) return false
  return true
}

/** The data without nulls and with `external_id` as `externalId`; the name of a field that is given in both spellings. */
function inCamelCase(data: Fields): Fields | string {
  const spelled = new Map<string, unknown>()
  for (const [given, value] of Object.entries(data)) {
    if (value === null) continue
    const name = camelCased(given)
    if (spelled.has(name)) return name
    spelled.set(name, value)
  }
  return Object.fromEntries(spelled)
}

/** `external_id` as `externalId`. */
export function camelCased(name: string): string {
  return name.replace(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

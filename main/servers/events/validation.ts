import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { issueSentence } from '#common/versions/issue-sentence'
import { checked } from '../kit/checked.ts'
import { LargeBody } from './bodies/large.ts'
import { type Misfit, UnfitRequest } from './errors.ts'
import { quickCheck } from './quick-check.ts'

/**
 * Validates requests by zod schemas. Answers are not validated again: stored events are texts that were validated on
 * arrival.
 */
export function withSchemas(server: FastifyInstance) {
  server.setValidatorCompiler(validatorCompiler)
  server.setSerializerCompiler(() => (value) => JSON.stringify(value))
  return server.withTypeProvider<ZodTypeProvider>()
}

export type EventsServer = ReturnType<typeof withSchemas>

/** Maximum number of faults in one answer. */
const MOST_MISFITS = 20
/** Longer values are not repeated in the answer. */
const LONGEST_INPUT = 200

const PARTS: Readonly<Record<string, string>> = { querystring: 'query', params: 'path' }

const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart = 'body' }) => {
  // Compiled with the first body, because it takes most of the start time of a server that may get none.
  const fits = httpPart === 'body' ? (given: unknown) => quickCheck(schema)(given) : undefined
  return (given: unknown) => {
    // Validated where it is read.
    if (given instanceof LargeBody || fits?.(given)) return { value: given }
    const parsed = checked(schema, given, { reportInput: true })
    return parsed.success ? { value: parsed.data } : { error: unfitRequest(parsed.error, httpPart, given) }
  }
}

/** Does the same for a body that is read elsewhere; throws what does not fit. */
export function checkBody<Schema extends z.ZodType>(schema: Schema, given: unknown): z.infer<Schema> {
  const parsed = checked(schema, given, { reportInput: true })
  if (parsed.success) return parsed.data
  throw unfitRequest(parsed.error, 'body', given)
}

function unfitRequest({ issues }: z.ZodError, httpPart: string, given: unknown): UnfitRequest {
  const part = PARTS[httpPart] ?? httpPart
  return new UnfitRequest(issues.slice(0, MOST_MISFITS).map((issue) => toMisfit(issue, part, given)))
}

function toMisfit(issue: z.core.$ZodIssue, part: string, given: unknown): Misfit {
  const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key))
  const msg = path.length === 0 && issue.code !== 'custom' ? wholeSentence(part, given) : issueSentence(issue, given)
  const type = msg.endsWith(' missing') ? 'missing' : (TYPES[issue.code] ?? 'value_error')
  return { loc: [part, ...path], msg, type, input: shortInput(issue.input), ...bound(issue) }
}

function wholeSentence(part: string, given: unknown): string {
  return given === undefined || given === null ? `The ${part} is missing` : `The ${part} must be a JSON object`
}

function shortInput(input: unknown): unknown {
  const text = JSON.stringify(input)
  return text === undefined || text.length > LONGEST_INPUT ? null : input
}

function bound(issue: z.core.$ZodIssue): Pick<Misfit, 'ctx'> {
  if (issue.code === 'too_small') return { ctx: { ge: Number(issue.minimum) } }
  return issue.code === 'too_big' ? { ctx: { le: Number(issue.maximum) } } : {}
}

const TYPES: Readonly<Record<string, string>> = {
  invalid_type: 'type_error',
  too_small: 'greater_than_equal',
  too_big: 'less_than_equal',
  invalid_value: 'literal_error',
}

import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { issueSentence } from '#common/versions/issue-sentence'
import { checked } from '../kit/checked.ts'
import { type Misfit, UnfitRequest } from './errors.ts'

/**
 * Validates requests by zod schemas. Answers are not validated again: they may contain megabytes of masks, and are
 * typed where they are made.
 */
export function withSchemas(server: FastifyInstance) {
  server.setValidatorCompiler(validatorCompiler)
  server.setSerializerCompiler(() => (value) => JSON.stringify(value))
  return server.withTypeProvider<ZodTypeProvider>()
}

export type InferenceServer = ReturnType<typeof withSchemas>

/** Maximum number of faults in one answer. */
const MOST_MISFITS = 20

const PARTS: Readonly<Record<string, string>> = { querystring: 'query', params: 'path' }

const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart = 'body' }) =>
  (given: unknown) => {
    const input = httpPart === 'querystring' ? plainQuery(given) : withoutNulls(given)
    const parsed = checked(schema, input)
    if (parsed.success) return { value: parsed.data }
    const part = PARTS[httpPart] ?? httpPart
    const misfits = parsed.error.issues.slice(0, MOST_MISFITS).map((issue) => toMisfit(issue, part, input))
    return { error: new UnfitRequest(misfits) }
  }

/** Null means the same as an absent value. */
function withoutNulls(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
}

/** Uses the first of repeated values, and treats an empty one as absent. */
function plainQuery(query: unknown): unknown {
  const values = Object.entries(Object(query)).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value])
  return Object.fromEntries(values.filter(([, value]) => value !== ''))
}

function toMisfit(issue: z.core.$ZodIssue, part: string, input: unknown): Misfit {
  const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key))
  const msg = path.length === 0 && issue.code !== 'custom' ? wholeSentence(part, input) : issueSentence(issue, input)
  return {
    loc: [part, ...path],
    msg,
    type: msg.endsWith(' missing') ? 'missing' : (TYPES[issue.code] ?? 'value_error'),
  }
}

function wholeSentence(part: string, input: unknown): string {
  return input === undefined || input === null ? `The ${part} is missing` : `The ${part} must be a JSON object`
}

const TYPES: Readonly<Record<string, string>> = {
  invalid_type: 'type_error',
  too_small: 'greater_than_equal',
  too_big: 'less_than_equal',
  invalid_value: 'literal_error',
}

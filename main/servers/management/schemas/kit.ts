import { z } from 'zod'

/** Moments as the API writes them: seconds since 1970, with fraction. */
export const Seconds = z.number().meta({ description: 'Seconds since 1970, UTC, with fraction' })

export const SplitsBody = z.object({ train: z.int(), valid: z.int(), test: z.int() })

interface ByName<Value> {
  isValue(value: unknown): value is Value
  /** Of a value, for the reference. */
  readonly schema: { readonly type: 'integer' | 'string' }
  readonly description: string
}

/**
 * A value for each class, by its name. A project may have tens of thousands of classes, of each thousand of which zod's own records
 * would hold up everybody for milliseconds.
 */
export function byName<Value>({ isValue, schema, description }: ByName<Value>) {
  const isByName = (answer: unknown) =>
    typeof answer === 'object' && answer !== null && Object.values(answer).every(isValue)
  return z
    .custom<Readonly<Record<string, Value>>>(isByName)
    .meta({ type: 'object', additionalProperties: schema, description })
}

export const ErrorBody = z
  .object({ error: z.string().meta({ description: 'A sentence that names the thing at fault' }) })
  .meta({ id: 'Error' })

export const RetryableBody = z
  .object({ error: z.string(), retryable: z.literal(true) })
  .meta({ id: 'RetryableError', description: 'Another machine failed; the same request may succeed another time' })

/**
 * An image in base64; `encoded` of the route names the members that hold one. Clients send an empty text, or null, where they mean nothing.
 */
export const EncodedImage = z
  .custom<string | Uint8Array>((given) => typeof given === 'string' || given instanceof Uint8Array, 'must be a string')
  .meta({ type: 'string' })
  .nullish()
  .transform((given) => given || undefined)

/** Failures that every operation may answer. */
export const FAILURES = { 400: ErrorBody, 401: ErrorBody, 403: ErrorBody, 404: ErrorBody }

export const WorkspacePath = z.object({ workspace: z.string() })
export const ProjectPath = WorkspacePath.extend({ project: z.string() })
export const VersionPath = ProjectPath.extend({ version: z.string().meta({ description: 'Its number, from 1' }) })

/** A query value; of a repeated one the first counts. */
export const QueryText = z.union([
  z.string(),
  z
    .array(z.string())
    .min(1)
    .transform((values) => values[0] ?? ''),
])

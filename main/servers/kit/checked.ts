import type { z } from 'zod'
import { UP_TO_FIRST } from '#common/first-issue'
import { holdsMore } from './json/holds-more.ts'

type Context = z.core.ParseContext<z.core.$ZodIssue>

/** Values that hold more are checked only up to the first that does not fit: each fault takes microseconds, and too many exceed the stack. */
const CHECKED_WHOLE = 2000

/** Checks a value by a schema, and tells every fault where the value is not too large for that. */
export function checked<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
  context: Context = {},
): z.ZodSafeParseResult<z.output<Schema>> {
  const first = schema.safeParse(given, { ...context, ...UP_TO_FIRST })
  return first.success || holdsMore(given, CHECKED_WHOLE) ? first : schema.safeParse(given, context)
}

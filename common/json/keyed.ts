import { z } from 'zod'

/**
 * An object with values of one kind under any names, all of which are kept: `z.record` leaves out `__proto__`, which a class or an
 * attribute may be called.
 *
 * @param error says what is wrong with a value.
 */
export function keyed<Value extends z.ZodType>(value: Value, error?: z.core.$ZodErrorMap) {
  return z.unknown().transform((given, context): Record<string, z.output<Value>> => {
    if (!isObject(given)) {
      context.issues.push({ code: 'invalid_type', expected: 'record', input: given })
      return z.NEVER
    }
    const entries: [string, z.output<Value>][] = []
    for (const [name, each] of Object.entries(given)) {
      const read = value.safeParse(each, { ...(error && { error }), reportInput: true })
      if (read.success) entries.push([name, read.data])
      else for (const issue of read.error.issues) context.issues.push(behind(name, issue))
    }
    return Object.fromEntries(entries)
  })
}

/** Said once already; only the shapes of a union are looked at again. */
function behind(name: string, issue: z.core.$ZodIssue): z.core.$ZodRawIssue {
  const about = { input: issue.input, path: [name, ...issue.path], message: issue.message }
  return issue.code === 'invalid_union' ? { ...issue, ...about } : { code: 'custom', ...about }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import type { z } from 'zod'

/** A name that zod leaves out of objects, and which a class may have. */
const PROTO = '__proto__'

export function holdsProto(answer: unknown): boolean {
  const open: unknown[] = [answer]
  while (open.length > 0) {
    const each = open.pop()
    if (!isObject(each)) continue
    if (Object.hasOwn(each, PROTO)) return true
    for (const value of Object.values(each)) if (isObject(value)) open.push(value)
  }
  return false
}

/** An answer as its schema says, with every name in it. */
export function withProto(schema: z.ZodType, answer: unknown): unknown {
  const encoded = schema.encode(answer)
  restore(encoded, answer)
  return encoded
}

/** Only objects keyed by name can have lost an entry. */
function restore(encoded: unknown, given: unknown): void {
  if (!isObject(encoded) || !isObject(given)) return
  for (const [name, value] of Object.entries(encoded)) restore(value, Reflect.get(given, name))
  if (!Object.hasOwn(given, PROTO)) return
  const value = Object.getOwnPropertyDescriptor(given, PROTO)?.value
  Object.defineProperty(encoded, PROTO, { value, enumerable: true, configurable: true, writable: true })
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

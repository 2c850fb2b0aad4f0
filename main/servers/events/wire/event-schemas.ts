import type { EventSchema } from '#core/events/schemas'

export function toEventSchema({ name, isBuiltIn, schema, fault }: EventSchema) {
  return { name, built_in: isBuiltIn, schema: schema === undefined ? null : { ...schema }, fault: fault ?? null }
}

import { sentenceOf } from '#common/messages/sentence'
import type { EventSchema } from '#core/events/schemas'

export function toEventSchema({ name, isBuiltIn, schema, fault }: EventSchema) {
  return {
    name,
    built_in: isBuiltIn,
    schema: schema === undefined ? null : { ...schema },
    fault: fault === undefined ? null : sentenceOf(fault),
  }
}

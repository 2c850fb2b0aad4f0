import { type Refusal, refuse } from '#common/errors'
import {
  isKnownEventSchema,
  KNOWN_EVENT_SCHEMAS,
  type KnownEventSchema,
  knownJsonSchema,
} from '#common/events/known-schemas'
import { ok, type Result } from '#common/result'
import type { EventSchemaShelf, JsonSchema, RegisteredSchema } from './ports.ts'

/** Schema of `event_data` in events of one name. */
export interface EventSchema extends RegisteredSchema {
  /** It comes with the program, and cannot be replaced. */
  readonly isBuiltIn: boolean
}

/** Names that a file, and a part of an address, may have on every system that Tessera runs on. */
const NAME = /^[A-Za-z0-9_.-]{1,100}$/
const NO_NAME = /^\.+$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** The schemas of events: those that the program knows, and those that an administrator registers. */
export function eventSchemas(shelf: EventSchemaShelf) {
  return {
    /** Schemas that the program knows first, then the others by name. */
    async schemas(): Promise<readonly EventSchema[]> {
      const registered = (await shelf.list()).filter(({ name }) => !isKnownEventSchema(name))
      return [...KNOWN_EVENT_SCHEMAS.map(builtIn), ...registered.map(asRegistered)]
    },

    async schema(name: string): Promise<Result<EventSchema, Refusal>> {
      if (isKnownEventSchema(name)) return ok(builtIn(name))
      const found = await shelf.read(name)
      return found === undefined ? notFound(name) : ok(asRegistered(found))
    },

    /** Resolves when the schema is on disk; from then on `event_data` of this name must fit it. */
    async putSchema(name: string, schema: JsonSchema): Promise<Result<'created' | 'replaced', Refusal>> {
      if (!NAME.test(name) || NO_NAME.test(name)) return refuse('event-schema-name-invalid')
      if (isKnownEventSchema(name)) return isProtected(name)
      const put = await shelf.put(name, schema)
      return put.ok ? put : refuse('event-schema-unusable', {}, put.error)
    },

    async removeSchema(name: string): Promise<Result<void, Refusal>> {
      if (isKnownEventSchema(name)) return isProtected(name)
      return (await shelf.remove(name)) ? ok(undefined) : notFound(name)
    },
  }
}

function builtIn(name: KnownEventSchema): EventSchema {
  return { name, isBuiltIn: true, schema: knownJsonSchema(name), fault: undefined }
}

function asRegistered({ name, schema, fault }: RegisteredSchema): EventSchema {
  return { name, isBuiltIn: false, schema, fault }
}

function notFound(name: string) {
  return refuse('event-schema-not-found', { schema: name })
}

function isProtected(name: string) {
  return refuse('event-schema-protected', { schema: name })
}

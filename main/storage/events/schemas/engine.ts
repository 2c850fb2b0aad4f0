import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { err, type Result } from '#common/result'
import { compileSchema, type DataCheck } from './compile.ts'

/** A JSON Schema as the text of its file. */
export interface SchemaText {
  readonly name: string
  readonly text: string
}

/** Compiles JSON Schemas and checks data against them. Both may take seconds. */
export interface SchemaEngine {
  /** Returns why a schema is unusable, as a sentence; undefined if it is usable. */
  fault(schema: SchemaText): Promise<Message | undefined>
  /** Returns the part of `data` that does not fit, as a sentence; undefined when all of it fits. */
  misfit(schema: SchemaText, data: Readonly<Record<string, unknown>>): Promise<Message | undefined>
}

interface Compiled {
  readonly text: string
  readonly check: Result<DataCheck, Message>
}

/** The maximum number of schemas in a folder. */
const MOST_COMPILED = 1000

/**
 * Works in the calling thread, which must do nothing else. `checkMs` limits the check of one event, 5 seconds by
 * default.
 */
export function schemaEngine(checkMs?: number): SchemaEngine {
  const known = new Map<string, Compiled>()

  function compiled({ name, text }: SchemaText): Compiled['check'] {
    const found = known.get(name)
    if (found?.text === text) return found.check
    const check = compileText(text, checkMs)
    if (known.size >= MOST_COMPILED) known.clear()
    known.set(name, { text, check })
    return check
  }

  return {
    async fault(schema) {
      const check = compiled(schema)
      return check.ok ? undefined : check.error
    },
    async misfit(schema, data) {
      const check = compiled(schema)
      return check.ok ? check.value(data) : unusable(check.error)
    },
  }
}

/** Used when a thread ran out of memory for a schema or its data. */
export const TOO_MUCH = message('event-check-too-much-memory')

/** Data of an unusable schema does not fit either. */
export function unusable(fault: Message): Message {
  return message('event-schema-registered-unusable', {}, fault)
}

function compileText(text: string, checkMs: number | undefined): Compiled['check'] {
  try {
    return compileSchema(JSON.parse(text), checkMs)
  } catch {
    return err(message('event-schema-not-json'))
  }
}

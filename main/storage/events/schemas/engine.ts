import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { err, type Result } from '#common/result'
import { compileSchema, type DataCheck } from './compile.ts'

/** A JSON Schema as the text of its file. */
export interface SchemaText {
  readonly name: string
  readonly text: string
}

/** Compiles JSON Schemas and checks data against them. Either may take seconds. */
export interface SchemaEngine {
  /** Why a schema cannot be used; undefined for one that can. */
  fault(schema: SchemaText): Promise<Message | undefined>
  /** The part of `data` that does not fit; undefined when all of it does. */
  misfit(schema: SchemaText, data: Readonly<Record<string, unknown>>): Promise<Message | undefined>
}

interface Compiled {
  readonly text: string
  readonly check: Result<DataCheck, Message>
}

/** As many as a folder may hold. */
const MOST_COMPILED = 1000

/** Works in the thread that calls it, which nobody else may wait for. `checkMs`: the longest check of one event; 5 seconds when absent. */
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

/** Said where a thread ran out of memory over a schema or its data. */
export const TOO_MUCH = message('event-check-too-much-memory')

/** Data of a schema that cannot be used fits no more than any other. */
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

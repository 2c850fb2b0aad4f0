import type { z } from 'zod'
import { literal } from './message.ts'
import { LITERAL } from './plain/literal.ts'
import { SCHEMA_FAULTS } from './plain/schema-faults.ts'
import { AnyMessage } from './schema.ts'
import { type Message, sentenceBy, type Template } from './template.ts'

type Issue = Pick<z.core.$ZodIssue, 'message'> & { readonly params?: unknown }

/** Returns the message that an issue names by its code; the words of zod itself stay as they are. */
export function schemaFault({ message: words, params = {} }: Issue): Message {
  const ours = Object.hasOwn(SCHEMA_FAULTS, words) ? AnyMessage.safeParse({ code: words, params }).data : undefined
  return ours ?? literal(words)
}

/** The same in English. */
export function schemaSentence(issue: Issue): string {
  return sentenceBy((code) => TEMPLATES.get(code) ?? code, schemaFault(issue))
}

/** Of schemas alone: pages check what is typed, and carry no other English of the core. */
const TEMPLATES: ReadonlyMap<string, Template> = new Map(Object.entries({ ...SCHEMA_FAULTS, ...LITERAL }))

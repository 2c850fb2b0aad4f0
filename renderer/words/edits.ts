import { EDITS } from '#common/messages/plain/edits'
import { LITERAL } from '#common/messages/plain/literal'
import { type Message, sentenceBy, type Template } from '#common/messages/template'
import { tellMessage } from './core/messages.ts'

/** The name of an edit in the language of the page. */
export function sayEdit(name: Message): string {
  return tellMessage(name, sentenceBy(templateOf, name))
}

const TEMPLATES: ReadonlyMap<string, Template> = new Map(Object.entries({ ...EDITS, ...LITERAL }))

/** A code that a newer core made up says no more than its name. */
function templateOf(code: string): Template {
  return TEMPLATES.get(code) ?? code
}

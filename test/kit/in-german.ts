import { type Message, sentenceBy, type Template } from '#common/messages/template'
import { MESSAGES } from '#renderer/words/core/german'

/** The German sentence of a message, as pages say it. */
export function inGerman(message: Message): string {
  return sentenceBy(templateOf, message)
}

function templateOf(code: string): Template {
  const one = MESSAGES[`${code}_one`]
  const other = MESSAGES[`${code}_other`]
  return one !== undefined && other !== undefined ? { one, other } : (MESSAGES[code] ?? code)
}

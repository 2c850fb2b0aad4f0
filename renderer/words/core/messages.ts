import { isMessage, type Message } from '#common/messages/template'
import { LANGUAGE } from '../language.ts'
import { addMessages, tellCode } from '../words.ts'

/** Another language than English is fetched by those who read it. */
const isGerman = LANGUAGE === 'de'
if (isGerman) addMessages((await import('./german.ts')).MESSAGES)

/** The code of a sentence that nobody can take apart. */
const LITERAL = 'literal'

/** Returns a message of the core in the language of the page. `english` stands in for a code that this page does not know. */
export function tellMessage(message: unknown, english: string): string {
  const told = isGerman && isTold(message) ? tell(message) : undefined
  return told ?? english
}

function tell({ code, params, cause }: Message): string | undefined {
  const { text } = params
  if (code === LITERAL && typeof text === 'string') return text
  const parts = Object.entries({ ...params, ...(cause && { cause }) })
  const told = parts.map(([name, value]) => [name, isMessage(value) ? tell(value) : value] as const)
  return told.some(([, value]) => value === undefined) ? undefined : tellCode(code, Object.fromEntries(told))
}

function isTold(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'code' in message && 'params' in message
}

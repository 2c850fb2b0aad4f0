import { isMessage, type Message } from '#common/messages/template'
import { translator } from '#common/words/translate'
import { LANGUAGE, LOCALE } from '../language.ts'
import { addMessages, tellCode } from '../words.ts'

const numbers = new Intl.NumberFormat(LOCALE)

/** Another language than English is fetched by those who read it. */
const german = LANGUAGE === 'de' ? await import('./german.ts') : undefined
if (german) addMessages(german.MESSAGES)

const say = german
  ? translator({ table: german.CORE_GERMAN, writeNumber: (value) => numbers.format(value) })
  : (sentence: string) => sentence

/**
 * A sentence of the core in the language of the page, where it comes without a code: what a task is called, a line of a report. A
 * sentence that nobody translated, or that a person wrote, stays as it came.
 */
export function fromCore(sentence: string): string {
  return say(sentence)
}

/** The code of a sentence that nobody can take apart. */
const LITERAL = 'literal'

/** A message of the core in the language of the page. Its English sentence comes with it, and stands in for one that this page does not know. */
export function tellMessage(message: unknown, english: string): string {
  const told = german && isTold(message) ? tell(message) : undefined
  return told ?? (german ? fromCore(english) : english)
}

function tell({ code, params, cause }: Message): string | undefined {
  const { text } = params
  if (code === LITERAL && typeof text === 'string') return fromCore(text)
  const parts = Object.entries({ ...params, ...(cause && { cause }) })
  const told = parts.map(([name, value]) => [name, isMessage(value) ? tell(value) : value] as const)
  return told.some(([, value]) => value === undefined) ? undefined : tellCode(code, Object.fromEntries(told))
}

function isTold(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'code' in message && 'params' in message
}

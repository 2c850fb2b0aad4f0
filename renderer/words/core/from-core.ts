import { SAID } from '#common/errors'
import type { Params } from '#common/messages/template'
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

/** A message as it comes from the core. */
interface Told {
  readonly code: string
  readonly params: Params
  readonly cause?: Told
}

/** A message of the core in the language of the page. Its English sentence comes with it, and stands in for one that this page does not know. */
export function tellMessage(message: unknown, english: string): string {
  const told = german && isTold(message) ? tell(message) : undefined
  return told ?? (german ? fromCore(english) : english)
}

function tell({ code, params, cause }: Told): string | undefined {
  if (code === SAID) return fromCore(String(params['sentence']))
  const why = cause && tell(cause)
  if (cause && why === undefined) return undefined
  return tellCode(code, why === undefined ? params : { ...params, cause: why })
}

function isTold(message: unknown): message is Told {
  return typeof message === 'object' && message !== null && 'code' in message && 'params' in message
}

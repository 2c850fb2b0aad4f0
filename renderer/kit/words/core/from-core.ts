import { translator } from '#common/words/translate'
import { LANGUAGE, LOCALE } from '../language.ts'

const numbers = new Intl.NumberFormat(LOCALE)

const say =
  LANGUAGE === 'en'
    ? (sentence: string) => sentence
    : translator({ table: (await import('./german.ts')).CORE_GERMAN, writeNumber: (value) => numbers.format(value) })

/**
 * A sentence of the core in the language of the page: why something was refused, what a task is called, a line of a report. The
 * core speaks English, for programs read it too. A sentence that nobody translated, or that a person wrote, stays as it came.
 */
export function fromCore(sentence: string): string {
  return say(sentence)
}

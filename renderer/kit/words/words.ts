import { createInstance, type FormatterModule } from 'i18next'
import type { GERMAN } from './de/german.ts'
import { ENGLISH } from './en/english.ts'
import { LANGUAGE, LOCALE } from './language.ts'

/**
 * A sentence or a word of the screens as it stands in the code: in English, with the names of its values in double braces. Where
 * one English word has two meanings, a bar and the meaning follow it: "Open|state".
 */
export type Words = Bare<keyof typeof GERMAN>
type Bare<Key extends string> = Key extends `${infer Sentence}_${'one' | 'other'}` ? Sentence : Key

/** The names of the values in a sentence. */
type ValueNames<Sentence extends string> = Sentence extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | ValueNames<Rest>
  : never

/** What `t` is told besides the sentence: its values, and nothing where it has none. */
export type ValuesOf<Sentence extends string> = [ValueNames<Sentence>] extends [never]
  ? []
  : [Readonly<Record<ValueNames<Sentence>, string | number>>]

const numbers = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 })

/** Numbers are written as the language writes them. */
const formatter: FormatterModule = {
  type: 'formatter',
  init: () => {},
  add: () => {},
  addCached: () => {},
  format: (value: unknown) => (typeof value === 'number' ? numbers.format(value) : String(value)),
}

/** Another language than English is fetched by those who read it. */
const phrases = LANGUAGE === 'de' ? (await import('./de/german.ts')).GERMAN : ENGLISH

/** Ready as soon as it is imported: labels may be said while modules load. */
const i18n = createInstance()
void i18n.use(formatter).init({
  lng: LANGUAGE,
  fallbackLng: false,
  keySeparator: false,
  nsSeparator: false,
  initAsync: false,
  resources: { [LANGUAGE]: { translation: phrases } },
  interpolation: { escapeValue: false, skipOnVariables: true, alwaysFormat: true },
})

type Values = Readonly<Record<string, string | number>>

/** Says it in the language of the page. The value `count` decides between singular and plural. */
export function t<Sentence extends Words>(sentence: Sentence, ...[values]: ValuesOf<Sentence>): string {
  const key = values === undefined ? sentence : `${sentence}\0${Object.values(values).join('\0')}`
  const known = said.get(key)
  if (known !== undefined) return known
  if (said.size >= MOST_SAID) said.clear()
  const words = tell(sentence, values ?? {})
  said.set(key, words)
  return words
}

/** What was said is the same ever after: a page says hundreds of phrases each time it is drawn, most of them as before. */
const said = new Map<string, string>()
const MOST_SAID = 5000

/** As `t`, for a sentence that is known only when the program runs: nobody checks that all of its values are given. */
export function tell(sentence: Words, values: Values): string {
  const words = i18n.t(sentence, values)
  return words === sentence ? words.replace(/\|.*$/, '') : words
}

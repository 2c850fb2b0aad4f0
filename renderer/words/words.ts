import { createInstance, type FormatterModule } from 'i18next'
import { inMegabytes } from '#common/sizes'
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

/** Arguments of `t` after the sentence: its values, and nothing where it has none. */
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
  format: (value: unknown, format) => (typeof value === 'number' ? writeNumber(value, format) : listed(value)),
}

/** Of messages of the core, which may say how a number is written. */
function writeNumber(value: number, format = ''): string {
  switch (format) {
    case 'size':
      return writeSize(value)
    case 'tenths':
      return tenths.format(value)
    default:
      return numbers.format(value)
  }
}

const tenths = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

function writeSize(bytes: number): string {
  const [amount = '', unit = ''] = inMegabytes(bytes).split(' ')
  return `${numbers.format(Number(amount))} ${unit}`
}

function listed(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' ? value : ''
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

/** Cache of translated phrases, which never change: a page needs hundreds each time it is drawn, most of them as before. */
const said = new Map<string, string>()
const MOST_SAID = 5000

/** As `t`, for a sentence that is known only when the program runs: nobody checks that all of its values are given. */
export function tell(sentence: Words, values: Values): string {
  const words = i18n.t(sentence, values)
  return words === sentence ? words.replace(/\|.*$/, '') : words
}

/** Messages of the core are kept apart from the sentences of the screens. */
const CORE = 'core'

export function addMessages(messages: Readonly<Record<string, string>>): void {
  i18n.addResourceBundle(LANGUAGE, CORE, messages)
}

/** A message of the core; undefined where the page does not know its code. */
export function tellCode(code: string, params: Readonly<Record<string, unknown>>): string | undefined {
  const { count } = params
  const options = { ns: CORE, replace: params, ...(typeof count === 'number' && { count }) }
  return i18n.exists(code, options) ? i18n.t(code, options) : undefined
}

/** The languages that every word of the screens is there in. English is what stands in the code. */
export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

/** For numbers and dates. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' }

const KEY = 'tessera.language'

/** What the page was loaded in; another choice loads it again, so that no word on it is left behind. */
export const LANGUAGE: Language = isPage() ? storedLanguage() : 'en'

export const LOCALE: string = LOCALES[LANGUAGE]

/** Tests of single functions run without a page. */
function isPage(): boolean {
  return typeof document !== 'undefined'
}

function storedLanguage(): Language {
  const stored = localStorage.getItem(KEY)
  return LANGUAGES.find((language) => language === stored) ?? 'en'
}

/** The languages that every word of the screens is there in. English is what stands in the code. */
export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

/** `system`: as the computer speaks, where its language is one of ours, and English otherwise. */
export type LanguageChoice = Language | 'system'

/** Each in its own words. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' }

/** For numbers and dates. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' }

const KEY = 'tessera.language'

/** Language of the page at load; another choice reloads it, so that no word of the former one is left. */
export const LANGUAGE: Language = isPage() ? languageOf(languageChoice()) : 'en'

// Before anything is waited for: the desktop's preload script reads it, and its menus speak the same.
if (isPage()) document.documentElement.lang = LANGUAGE

export const LOCALE: string = LOCALES[LANGUAGE]

export function languageChoice(): LanguageChoice {
  const stored = localStorage.getItem(KEY)
  return LANGUAGES.find((language) => language === stored) ?? 'system'
}

/** Loads the page again where it has to speak otherwise; over labels that are not on disk it asks first, as on every way out. */
export function chooseLanguage(choice: LanguageChoice): void {
  if (choice === 'system') localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, choice)
  if (languageOf(choice) !== LANGUAGE) location.reload()
}

function languageOf(choice: LanguageChoice): Language {
  if (choice !== 'system') return choice
  const [system] = navigator.language.toLowerCase().split('-')
  return LANGUAGES.find((language) => language === system) ?? 'en'
}

/** Tests of single functions run without a page. */
function isPage(): boolean {
  return typeof document !== 'undefined'
}

import { Languages } from 'lucide-react'
import { chooseLanguage, LANGUAGE, LANGUAGE_NAMES, LANGUAGES } from '#renderer/words/language'
import { t } from '#renderer/words/words'
import type { Entry } from './entry.ts'

/** Entries for the languages other than the current one. */
export const LANGUAGE_ENTRIES: readonly Entry[] = LANGUAGES.filter((language) => language !== LANGUAGE).map(
  (language) => ({
    id: `language.${language}`,
    name: t('Language: {{name}}', { name: LANGUAGE_NAMES[language] }),
    context: t('Settings'),
    mark: { icon: Languages },
    run: () => chooseLanguage(language),
  }),
)

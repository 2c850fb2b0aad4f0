import type { VersionSummary } from '#common/contract/versions'
import { describeSettings } from '#common/versions/describe'
import type { VersionSettings } from '#common/versions/settings'
import type { Wording } from '#common/versions/wording'
import { LOCALE } from '#renderer/words/language'
import { listed } from '#renderer/words/listed'
import { tell } from '#renderer/words/words'

const numbers = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2, useGrouping: false })

/** Recipes in the language of the page. */
export const WORDING: Wording = {
  say: (phrase, values = {}) => tell(phrase, values),
  number: (value) => numbers.format(value),
  list: listed,
}

/** The lines of a recipe. */
export function recipeLines(settings: VersionSettings): readonly string[] {
  return describeSettings(settings, WORDING)
}

/** The lines of a version's recipe. Steps that are not known here go by the names that the other machine gives them. */
export function recipeOf({ settings, recipe }: Pick<VersionSummary, 'settings' | 'recipe'>): readonly string[] {
  const lines = recipeLines(settings)
  return lines.length > 0 ? lines : recipe
}

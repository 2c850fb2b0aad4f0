import { LOCALE } from './language.ts'

const lists = new Intl.ListFormat(LOCALE, { type: 'conjunction' })

/** "a", "a and b", "a, b and c". */
export function listed(words: readonly string[]): string {
  return lists.format(words)
}

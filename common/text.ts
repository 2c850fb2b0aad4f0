/** Fault of a name that `isPlainName` refuses. */
export const NAME_NOT_PLAIN = 'schema-name-not-plain'

/**
 * Whether a name can stand in one line of a list, a log or a file: without line breaks, NUL and other control characters, also those that
 * turn the direction of the text behind them and make a name look like another one.
 */
export function isPlainName(name: string): boolean {
  return name.isWellFormed() && !/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(name)
}

/** The beginning of a caller's text, to stand inside a sentence: at most `most` UTF-16 units, and no half of a character. */
export function shorten(text: string, most = 60): string {
  return text.length > most ? `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…` : text
}

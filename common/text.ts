/** The beginning of a caller's text, to stand inside a sentence: at most `most` characters. */
export function shorten(text: string, most = 60): string {
  return text.length > most ? `${text.slice(0, most)}…` : text
}

/** A text that may have many megabytes: then it is in parts, since copying it in one go would hold up everybody. */
export type LongText = string | readonly string[]

/** Characters that are copied in less than a millisecond. */
const PART_LENGTH = 512 * 1024

/** The text in one piece. */
export function wholeText(text: LongText): string {
  return typeof text === 'string' ? text : text.join('')
}

/** The text in pieces that can be sent one at a time. */
export function inParts(text: LongText): readonly string[] {
  if (typeof text !== 'string') return text
  const count = Math.ceil(text.length / PART_LENGTH)
  return Array.from({ length: count }, (_, nth) => text.slice(nth * PART_LENGTH, (nth + 1) * PART_LENGTH))
}

import type { MetadataValue } from '#common/contract/images'

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/
const QUOTED = /^"[\s\S]*"$/

/** A value as it is typed: numbers, true and false as they are; a text that reads like one of them in quotes. */
export function valueText(value: MetadataValue): string {
  if (typeof value !== 'string') return String(value)
  return readValue(value) === value ? value : `"${value}"`
}

/** The typed value: a number, true or false where it reads like one, else a text. Quotes make everything a text. */
export function readValue(text: string): MetadataValue {
  if (QUOTED.test(text) && text.length > 1) return text.slice(1, -1)
  if (text === 'true' || text === 'false') return text === 'true'
  const number = NUMBER.test(text) ? Number(text) : Number.NaN
  // A number that would come back in other digits stays the text that it is.
  return String(number) === text ? number : text
}

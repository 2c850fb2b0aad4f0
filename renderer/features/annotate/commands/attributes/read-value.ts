import { type Attribute, saidOf } from '#common/annotation/attribute'
import type { AttributeValue } from '#common/annotation/marks'
import { err, ok, type Result } from '#common/result'
import { LOCALE } from '#renderer/words/language'
import { t } from '#renderer/words/words'

const numbers = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 20, useGrouping: false })

/** A value as one types it in the language of the page, which `readValue` reads; nothing where nothing is said. */
export function typedText(value: AttributeValue | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'number' ? numbers.format(value) : String(value)
}

/** Reads a typed number or text; an empty field has no value. */
export function readValue(attribute: Attribute, typed: string): Result<AttributeValue | undefined, string> {
  const text = typed.trim()
  if (text === '') return ok(undefined)
  const value = attribute.kind === 'number' ? Number(text.replace(',', '.')) : text
  const isKnown = !Number.isNaN(value) && saidOf(attribute, { [attribute.id]: value }) !== undefined
  return isKnown ? ok(value) : err(wantedWords(rangeWords(attribute)))
}

/** "0 to 10", where there is a range. */
export function rangeWords(attribute: Attribute): string {
  if (attribute.kind !== 'number') return ''
  const { min, max } = attribute
  const [least, most] = [typedText(min), typedText(max)]
  if (min !== undefined && max !== undefined) return t('{{least}} to {{most}}', { least, most })
  if (min !== undefined) return t('{{least}} or more', { least })
  return max === undefined ? '' : t('{{most}} or less', { most })
}

function wantedWords(range: string): string {
  return range === '' ? t('Type a number') : t('Type a number {{range}}', { range })
}

import { type Attribute, saidOf } from '#common/annotation/attribute'
import type { AttributeValue } from '#common/annotation/marks'
import { err, ok, type Result } from '#common/result'

/** What was typed as the value of a number or a text; nothing typed says nothing. */
export function readValue(attribute: Attribute, typed: string): Result<AttributeValue | undefined, string> {
  const text = typed.trim()
  if (text === '') return ok(undefined)
  const value = attribute.kind === 'number' ? Number(text.replace(',', '.')) : text
  const isKnown = !Number.isNaN(value) && saidOf(attribute, { [attribute.id]: value }) !== undefined
  return isKnown ? ok(value) : err(`Type a number${rangeOf(attribute)}`)
}

/** "0 to 10", where there is a range. */
export function rangeWords(attribute: Attribute): string {
  return attribute.kind === 'number' ? rangeOf(attribute).trim() : ''
}

function rangeOf(attribute: Attribute): string {
  if (attribute.kind !== 'number') return ''
  const { min, max } = attribute
  if (min !== undefined && max !== undefined) return ` ${min} to ${max}`
  if (min !== undefined) return ` ${min} or more`
  return max === undefined ? '' : ` ${max} or less`
}

import type { AttributeId } from '../../ids.ts'
import { message } from '../../messages/message.ts'
import type { Message } from '../../messages/template.ts'
import { shorten } from '../../text.ts'
import { type Attribute, saidOf } from '../attribute.ts'
import { type AttributeValue, MAX_ATTRIBUTE_TEXT, type Marks } from '../marks.ts'
import { attributeKey } from './attribute.ts'

/** Maximum length of a value or name in a message, in UTF-16 units. */
const MOST_QUOTED = 40

/** Values of an annotation by attribute name; a choice by its name, or as a file spells it. */
export type NamedValues = Readonly<Record<string, AttributeValue>>

/** Returns the values of an annotation by name, in the order of the attributes; undefined if it has none. */
export function saidByNames(attributes: readonly Attribute[], values: Marks['attributes']): NamedValues | undefined {
  if (values === undefined) return undefined
  const said = attributes.flatMap((attribute) => {
    const value = saidOf(attribute, values)
    return value === undefined ? [] : [[attribute.name, nameOf(attribute, value)] as const]
  })
  return said.length === 0 ? undefined : Object.fromEntries(said)
}

function nameOf(attribute: Attribute, value: AttributeValue): AttributeValue {
  return attribute.kind === 'choice' ? (attribute.choices.find(({ id }) => id === value)?.name ?? value) : value
}

/** A value for which its class has no place. */
export interface Misfit {
  readonly name: string
  readonly value: AttributeValue
  /** The attribute; undefined if the class has none of this name. */
  readonly attribute: Attribute | undefined
  /** The value kept instead, where the annotation can hold only one. */
  readonly instead?: AttributeValue
}

interface Answers {
  /** Keyed by attribute id. */
  readonly values: NonNullable<Marks['attributes']>
  readonly misfits: readonly Misfit[]
}

/** A value by attribute name. */
export type NamedValue = Pick<Misfit, 'name' | 'value'>

/** Returns the values as a list. */
export function namedValues(said: NamedValues): readonly NamedValue[] {
  return Object.entries(said).map(([name, value]) => ({ name, value }))
}

/**
 * Converts values by name to those that the attributes of a class hold. Of contradicting values, the first that fits is
 * kept.
 */
export function answersOf(
  attributes: readonly Attribute[],
  said: NamedValues,
  alsoSaid: readonly NamedValue[] = [],
): Answers {
  const known = new Map(attributes.map((attribute) => [attributeKey(attribute.name), attribute]))
  const kept = new Map<AttributeId, { readonly answer: AttributeValue; readonly value: AttributeValue }>()
  const misfits: Misfit[] = []
  for (const { name, value } of [...namedValues(said), ...alsoSaid]) {
    if (isUnsaid(value)) continue
    const attribute = known.get(attributeKey(name))
    const answer = attribute && answerOf(attribute, value)
    const first = attribute && kept.get(attribute.id)
    if (attribute === undefined || answer === undefined) misfits.push({ name, value, attribute })
    else if (first === undefined) kept.set(attribute.id, { answer, value })
    else if (first.answer !== answer) misfits.push({ name, value, attribute, instead: first.value })
  }
  return { values: Object.fromEntries([...kept].map(([id, { answer }]) => [id, answer])), misfits }
}

/** CVAT's spellings of a missing value. */
const UNSAID = new Set(['', '__undefined__'])

export function isUnsaid(value: AttributeValue): boolean {
  return typeof value === 'string' && UNSAID.has(value.trim())
}

/** Converts a file's value for the attribute; undefined if the attribute cannot hold it. */
function answerOf(attribute: Attribute, value: AttributeValue): AttributeValue | undefined {
  switch (attribute.kind) {
    case 'choice':
      return choiceOf(attribute, String(value))
    case 'yes-no':
      return yesOrNo(value)
    case 'number':
      return numberWithin(attribute, value)
    case 'text': {
      const text = String(value)
      return text.length <= MAX_ATTRIBUTE_TEXT ? text : undefined
    }
  }
}

type NumberAttribute = Extract<Attribute, { readonly kind: 'number' }>

function numberWithin({ min = -Infinity, max = Infinity }: NumberAttribute, value: AttributeValue): number | undefined {
  const number = numberIn(value)
  return number !== undefined && number >= min && number <= max ? number : undefined
}

function choiceOf({ choices }: Extract<Attribute, { readonly kind: 'choice' }>, value: string): string | undefined {
  const exact = choices.find(({ name }) => name === value)
  return (exact ?? choices.find(({ name }) => attributeKey(name) === attributeKey(value)))?.id
}

const YES_NO: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', '1'].map((word) => [word, true] as const),
  ...['false', 'no', '0'].map((word) => [word, false] as const),
])

function yesOrNo(value: AttributeValue): boolean | undefined {
  return YES_NO.get(String(value).trim().toLowerCase())
}

/** Returns a number, or the number in a text as programs write it. */
export function numberIn(value: AttributeValue): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'boolean' || !/^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i.test(value.trim())) return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** Returns why a value is skipped, as the end of a sentence about it: `"purple" is not one of the choices of "colour"`. */
export function misfitReason({ name, value, attribute: asked, instead }: Misfit): Message {
  const [said, attribute] = [shorten(String(value), MOST_QUOTED), shorten(name, MOST_QUOTED)]
  if (instead !== undefined) {
    return message('value-contradicts', { said, kept: shorten(String(instead), MOST_QUOTED), attribute })
  }
  switch (asked?.kind) {
    case undefined:
      return message('class-without-attribute', { attribute })
    case 'choice':
      return message('value-not-choice', { said, attribute })
    case 'yes-no':
      return message('value-not-yes-no', { said, attribute })
    case 'number':
      return message('value-not-allowed-number', { said, attribute })
    case 'text':
      return message('value-text-too-long', { attribute, most: MAX_ATTRIBUTE_TEXT })
  }
}

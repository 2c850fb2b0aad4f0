import { z } from 'zod'
import type { AttributeId } from '../../ids.ts'
import type { Attribute } from '../attribute.ts'
import { MAX_ATTRIBUTE_TEXT } from '../marks.ts'

export const MAX_ATTRIBUTES = 100
export const MAX_CHOICES = 100

/** Maximum length of the name of an attribute or choice. */
export const AttributeName = z.string().trim().min(1).max(60)

const common = { name: AttributeName, isRequired: z.boolean() }

/**
 * An attribute with names instead of ids, as in files. A default that is not a choice, or is out of range, is dropped.
 */
export const NamedAttribute = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('choice'),
    choices: z.array(AttributeName).min(1).max(MAX_CHOICES),
    default: z.string().optional(),
  }),
  z.object({ ...common, kind: z.literal('yes-no'), default: z.boolean().optional() }),
  z.object({
    ...common,
    kind: z.literal('number'),
    min: z.number().optional(),
    max: z.number().optional(),
    default: z.number().optional(),
  }),
  z.object({ ...common, kind: z.literal('text'), default: z.string().max(MAX_ATTRIBUTE_TEXT).optional() }),
])
export type NamedAttribute = z.infer<typeof NamedAttribute>

/** Attributes by class name. */
export type AttributesByClass = ReadonlyMap<string, readonly NamedAttribute[]>

/** Returns a key that is equal for names of the same attribute or choice. */
export function attributeKey(name: string): string {
  return name.trim().toLowerCase()
}

export function byNames(attribute: Attribute): NamedAttribute {
  const { id: _, ...rest } = attribute
  if (rest.kind !== 'choice') return rest
  const { choices, default: usual, ...others } = rest
  const named = choices.find(({ id }) => id === usual)?.name
  return { ...others, choices: choices.map(({ name }) => name), ...(named !== undefined && { default: named }) }
}

/** Assigns ids to the attribute and its choices. */
export function byIdentifiers(named: NamedAttribute, fresh: () => AttributeId): Attribute {
  const id = fresh()
  switch (named.kind) {
    case 'choice': {
      const { choices, default: usual, ...rest } = named
      const known = distinct(choices).map((name) => ({ id: fresh(), name }))
      const chosen =
        usual === undefined ? undefined : known.find(({ name }) => attributeKey(name) === attributeKey(usual))
      return { id, ...rest, choices: known, ...(chosen && { default: chosen.id }) }
    }
    case 'number':
      return { id, ...inRange(named) }
    case 'yes-no':
      return { id, ...named }
    case 'text': {
      const { default: usual, ...rest } = named
      return { id, ...rest, ...(usual && { default: usual }) }
    }
  }
}

function inRange(named: Extract<NamedAttribute, { readonly kind: 'number' }>) {
  const { min = -Infinity, max = Infinity, default: usual, ...rest } = named
  const { name, isRequired, kind } = rest
  const isUsual = usual !== undefined && usual >= min && usual <= max
  // A minimum above the maximum is no range.
  if (min > max) return { name, isRequired, kind, ...(usual !== undefined && { default: usual }) }
  return {
    name,
    isRequired,
    kind,
    ...(min > -Infinity && { min }),
    ...(max < Infinity && { max }),
    ...(isUsual && { default: usual }),
  }
}

function distinct(names: readonly string[]): readonly string[] {
  const keys = names.map(attributeKey)
  return names.filter((name, place) => keys.indexOf(attributeKey(name)) === place)
}

/**
 * Returns the attributes of a class, each name once. Attributes of merged classes may share a name; their choices are
 * then combined.
 */
export function byNamesOnce(attributes: readonly Attribute[]): readonly NamedAttribute[] {
  const united = new Map<string, NamedAttribute>()
  for (const attribute of attributes) {
    const [key, named] = [attributeKey(attribute.name), byNames(attribute)]
    const known = united.get(key)
    united.set(key, known === undefined ? named : unite(known, named))
  }
  return [...united.values()]
}

function unite(known: NamedAttribute, other: NamedAttribute): NamedAttribute {
  if (known.kind !== 'choice' || other.kind !== 'choice') return known
  return { ...known, choices: [...distinct([...known.choices, ...other.choices])].slice(0, MAX_CHOICES) }
}

/** Appends the attributes with new names, up to the maximum for a class. */
export function withMissing<Each extends { readonly name: string }>(
  there: readonly Each[],
  others: readonly Each[],
): readonly Each[] {
  const keys = new Set(there.map(({ name }) => attributeKey(name)))
  const missing = others.filter(({ name }) => {
    const isNew = !keys.has(attributeKey(name))
    keys.add(attributeKey(name))
    return isNew
  })
  return missing.length === 0 ? there : [...there, ...missing].slice(0, Math.max(there.length, MAX_ATTRIBUTES))
}

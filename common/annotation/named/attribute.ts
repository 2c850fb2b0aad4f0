import { z } from 'zod'
import type { AttributeId } from '../../ids.ts'
import type { Attribute } from '../attribute.ts'
import { MAX_ATTRIBUTE_TEXT } from '../marks.ts'

export const MAX_ATTRIBUTES = 100
export const MAX_CHOICES = 100

/** As long as the name of an attribute, or of one of its choices, may be. */
export const AttributeName = z.string().trim().min(1).max(60)

const common = { name: AttributeName, isRequired: z.boolean() }

/**
 * An attribute by names alone, as files tell of it: they know nothing of identifiers. A default that is none of the choices, or out
 * of the range, is none.
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

/** Attributes by the names of their classes. */
export type AttributesByClass = ReadonlyMap<string, readonly NamedAttribute[]>

/** Names that mean the same attribute, or the same choice. */
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

/** With identifiers of its own. */
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
  // The other way round they are no range.
  if (min > max) return { name, isRequired, kind, ...(usual !== undefined && { default: usual }) }
  return {
    ...{ name, isRequired, kind },
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
 * The attributes of a class by names, each name once: those of classes that were merged may share some, and then their choices are
 * put together.
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

/** Existing attributes, and behind them the others whose names are new. At most as many as a class can have. */
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

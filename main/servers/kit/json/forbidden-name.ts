import { type Refusal, refusal } from '#common/errors'
import { shorten } from '#common/text'

const PROTO = '__proto__'

/**
 * The place of a member whose name stands for the prototype of an object: a program that copies members one by one would change the
 * prototype instead. Undefined where there is none. Values that hold no others cost nothing, nor do decoded bytes: a body may hold hundreds
 * of thousands.
 */
export function forbiddenNameIn(value: unknown): readonly string[] | undefined {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) ? placeIn(value) : undefined
}

function placeIn(value: object): readonly string[] | undefined {
  if (Array.isArray(value)) return placeInList(value)
  if (Object.hasOwn(value, PROTO)) return [PROTO]
  for (const name of Object.keys(value)) {
    const member: unknown = Reflect.get(value, name)
    if (typeof member !== 'object' || member === null) continue
    if (name === 'constructor' && Object.hasOwn(member, 'prototype')) return [name, 'prototype']
    const inside = forbiddenNameIn(member)
    if (inside !== undefined) return [name, ...inside]
  }
  return undefined
}

function placeInList(list: readonly unknown[]): readonly string[] | undefined {
  for (const [nth, entry] of list.entries()) {
    const inside = forbiddenNameIn(entry)
    if (inside !== undefined) return [String(nth), ...inside]
  }
  return undefined
}

/** Tells a caller of such a member. */
export function forbiddenRefusal(place: readonly string[]): Refusal {
  return refusal('field-name-not-allowed', { place: shorten(place.join('.')), name: place.at(-1) ?? '' })
}

import { shorten } from '#common/text'

const PROTO = '__proto__'

/**
 * The place of a member whose name stands for the prototype of an object: a program that copies members one by one would change the
 * prototype instead. Undefined where there is none.
 */
export function forbiddenNameIn(value: unknown): readonly string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (Object.hasOwn(value, PROTO)) return [PROTO]
  for (const [name, member] of Object.entries(value)) {
    const isPrototype = name === 'constructor' && typeof member === 'object' && member !== null
    if (isPrototype && Object.hasOwn(member, 'prototype')) return [name, 'prototype']
    const inside = forbiddenNameIn(member)
    if (inside !== undefined) return [name, ...inside]
  }
  return undefined
}

/** Tells a caller of such a member. */
export function forbiddenSentence(place: readonly string[]): string {
  return `${shorten(place.join('.'))} is refused: the name "${place.at(-1) ?? ''}" is not allowed`
}

import { holdsMore } from './holds-more.ts'
import type { HeldJson } from './read-json.ts'

/** The members of a body that are asked for; all others are left where it was read. */
export interface HeldFields {
  /** Must be a text: a body without it is something else. */
  readonly text: string
  readonly others: readonly string[]
  /** Of each of the others, all that it holds together. */
  readonly mostEntries: number
}

/** The members of a body that are asked for; undefined where it does not hold the text. */
export function heldIn(value: unknown, { text, others, mostEntries }: HeldFields): HeldJson | undefined {
  if (typeof value !== 'object' || value === null || typeof Reflect.get(value, text) !== 'string') return undefined
  const held = new Map<string, unknown>([[text, Reflect.get(value, text)]])
  for (const member of others) {
    if (!Object.hasOwn(value, member)) continue
    const other: unknown = Reflect.get(value, member)
    if (holdsMore(other, mostEntries)) return { kind: 'crowded', member }
    held.set(member, other)
  }
  return { kind: 'read', value: Object.fromEntries(held) }
}

import { holdsMore } from './holds-more.ts'
import type { HeldJson } from './read-json.ts'

/** The members of a body that are asked for; all others are left where it was read. */
export interface HeldFields {
  /** Must be a text: a body without it is something else. */
  readonly text: string
  /** Objects in them come as maps: one with thousands of names that are new is costly to copy and to check. */
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
    held.set(member, withMaps(other))
  }
  return { kind: 'read', value: Object.fromEntries(held) }
}

/** A value of JSON with its objects as maps. */
function withMaps(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMaps)
  if (typeof value !== 'object' || value === null) return value
  return new Map(Object.entries(value).map(([name, held]) => [name, withMaps(held)]))
}

import type { LongText } from '#common/long-text'
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

/** Parts of a body that were asked for: its text and other members, or the whole body as text and no value. */
export interface Held<Text extends LongText = LongText> {
  readonly text: Text
  readonly read: HeldJson
}

/** The members of a body that are asked for; undefined where it does not hold the text. */
export function heldIn(value: unknown, { text: member, others, mostEntries }: HeldFields): Held<string> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const text: unknown = Reflect.get(value, member)
  return typeof text === 'string' ? { text, read: othersIn(value, others, mostEntries) } : undefined
}

function othersIn(value: object, others: readonly string[], mostEntries: number): HeldJson {
  const held = new Map<string, unknown>()
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

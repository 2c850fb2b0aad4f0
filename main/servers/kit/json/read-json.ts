import { isUtf8 } from 'node:buffer'
import { type Refusal, refusal } from '#common/errors'
import { type Excess, excessIn, type JsonBounds } from '#common/json/bounds'
import { parseLargeJson, type Replace } from './large-json.ts'

/** The bound that a body exceeds; the last two are found while it is read. */
export type BodyExcess = Excess | 'memory' | 'text'

/** A body as JSON, or why it is none. */
export type ReadJson =
  | { readonly kind: 'read'; readonly value: unknown }
  | { readonly kind: 'not-utf8' }
  | { readonly kind: 'not-json'; readonly why: string }
  | { readonly kind: 'excess'; readonly of: BodyExcess }

/** The same where only some members are asked for, one of which may hold more than it may. */
export type HeldJson = ReadJson | { readonly kind: 'crowded'; readonly member: string }

/**
 * Members of objects that are parsed, copied between threads and checked in a moment, whatever their names are: each object of a new form costs
 * microseconds.
 */
export const FEW_MEMBERS = 10_000

/** Of long texts that are not decoded, together: each is copied into the thread of all requests. */
const MOST_TEXT_MB = 32
export const MOST_TEXT = MOST_TEXT_MB * 1024 * 1024

/** Images as base64 from this length on are not looked at letter by letter. */
const LONG_STRING = 16 * 1024

/** Reads a body in this thread. Long texts can be replaced. */
export function readJson(bytes: Buffer, bounds: JsonBounds, replace?: Replace): ReadJson {
  if (!isUtf8(bytes)) return { kind: 'not-utf8' }
  const excess = excessIn(bytes, bounds)
  if (excess !== undefined) return { kind: 'excess', of: excess }
  try {
    return { kind: 'read', value: parseLargeJson(bytes, LONG_STRING, replace) }
  } catch (failure) {
    return { kind: 'not-json', why: failure instanceof Error ? failure.message.slice(0, 200) : '' }
  }
}

const EXCESSES = {
  levels: 'body-too-deep',
  containers: 'body-has-too-many-containers',
  values: 'body-has-too-many-values',
  members: 'body-has-too-many-members',
} as const

/** Refusal of a text that exceeds a bound. */
export function excessRefusal(of: BodyExcess, bounds: JsonBounds): Refusal {
  if (of === 'memory') return refusal('body-takes-too-much-memory')
  if (of === 'text') return refusal('body-has-too-much-text', { most: MOST_TEXT_MB })
  return refusal(EXCESSES[of], { most: bounds[of] })
}

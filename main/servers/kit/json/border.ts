import type { JsonBounds } from '#common/json/bounds'
import type { GatheredBody } from './gather.ts'
import type { HeldFields } from './held-fields.ts'
import type { HeldJson } from './read-json.ts'

/** Both sides of the thread are this program. */
export function readReply(reply: unknown): Answered {
  return reply as Answered
}

export function readAsked(message: unknown): Asked {
  return message as Asked
}

interface Asked {
  readonly body: GatheredBody
  readonly bounds: JsonBounds
  readonly wanted: Wanted
}

interface Answered {
  readonly read: HeldJson
  /** The whole body; empty where it was not wanted. */
  readonly text: string
}

/** The part of a body that is sent back. */
export type Wanted =
  | { readonly kind: 'value'; readonly encoded?: readonly string[] | undefined }
  | { readonly kind: 'holding'; readonly fields: HeldFields }
  | { readonly kind: 'text' }

import type { MessagePort } from 'node:worker_threads'
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
  /** The text that was wanted, in its parts. */
  readonly text?: MessagePort
}

/** The part of a body that is sent back. */
export type Wanted =
  /** The members that are base64 come decoded. */
  | { readonly kind: 'value'; readonly encoded: readonly string[] }
  | { readonly kind: 'holding'; readonly fields: HeldFields }
  | { readonly kind: 'text' }

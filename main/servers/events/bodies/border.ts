import type { Refusal } from '#common/errors'
import type { ReadyEvent, ReadyImage } from '#core/events/ready'
import type { Misfit } from '../errors.ts'

/** Answer of the thread for large bodies. */
export type BodyReply =
  | { readonly kind: 'event'; readonly event: ReadyEvent }
  | { readonly kind: 'image'; readonly image: ReadyImage }
  | { readonly kind: 'unfit'; readonly misfits: readonly Misfit[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

/** Both sides of the thread are this program. */
export function readBodyReply(reply: unknown): BodyReply {
  return reply as BodyReply
}

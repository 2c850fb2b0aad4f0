import { literal } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { probeRefusal } from '#core/dataset/images/rules'
import { failureMessage } from '#core/system-failure'
import { ImageRefusedError } from '#decoding/refused'

/** Why an image could not be cut. */
export function cutFault(failure: unknown): Message {
  if (failure instanceof ImageRefusedError) return probeRefusal(failure.refusal).error
  const { code, params, ...rest } = failureMessage(failure)
  const { text } = params
  // A decoder tells the rest in further lines.
  return code === 'literal' && typeof text === 'string'
    ? literal(text.split('\n')[0] ?? text)
    : { code, params, ...rest }
}

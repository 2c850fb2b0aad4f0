import type { Refusal } from '#common/errors'
import { reasonOf, sentenceOf } from '#common/messages/sentence'
import type { Result } from '#common/result'

/** Returns an outcome with its refusal as programs and people read it. */
export function inWords(outcome: Result<unknown, Refusal> | false | undefined): unknown {
  if (!outcome || outcome.ok) return outcome
  return { ok: false, error: { reason: reasonOf(outcome.error), message: sentenceOf(outcome.error) } }
}

import { ORPCError } from '@orpc/server'
import type { Refusal } from '#common/errors'
import { reasonOf, sentenceOf } from '#common/messages/sentence'
import type { Result } from '#common/result'

/** The value of an outcome; a refusal becomes the error that every procedure declares. */
export function answer<Value>(outcome: Result<Value, Refusal>): Value {
  if (outcome.ok) return outcome.value
  throw toRefused(outcome.error)
}

/** The error that every procedure declares: the English sentence, and what pages make their own of. */
export function toRefused(refusal: Refusal) {
  const data = { ...refusal, reason: reasonOf(refusal) }
  return new ORPCError('REFUSED', { defined: true, status: 409, message: sentenceOf(refusal), data })
}

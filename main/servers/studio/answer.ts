import { ORPCError } from '@orpc/server'
import type { Refusal } from '#common/errors'
import type { Result } from '#common/result'

/** The value of an outcome; a refusal becomes the error that every procedure declares. */
export function answer<Value>(outcome: Result<Value, Refusal>): Value {
  if (outcome.ok) return outcome.value
  const { code, message } = outcome.error
  throw new ORPCError('REFUSED', { status: 409, message, data: { code } })
}

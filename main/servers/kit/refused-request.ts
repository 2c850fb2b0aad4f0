import type { Refusal } from '#common/errors'
import type { RefusalKind } from '#common/messages/reasons'
import { refusalKind, sentenceOf } from '#common/messages/sentence'
import type { Result } from '#common/result'

/** A request that is refused; the servers answer it in their own words. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest'
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(sentenceOf(refusal))
    this.refusal = refusal
  }
}

const STATUS: Readonly<Record<RefusalKind, number>> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'too-many': 429,
  unavailable: 503,
  broken: 500,
  upstream: 502,
  full: 529,
}

/** The HTTP status of a refusal. */
export function statusOf(refusal: Refusal): number {
  return STATUS[refusalKind(refusal)]
}

/** The value of an outcome; a refusal becomes the answer. */
export function answer<Value>(outcome: Result<Value, Refusal>): Value {
  if (outcome.ok) return outcome.value
  throw new RefusedRequest(outcome.error)
}

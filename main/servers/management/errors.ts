import { type Refusal, type RefusalKind, refusalKind } from '#common/errors'
import type { Result } from '#common/result'
import { type DescribeFailure, describeFailure } from '../kit/http-server.ts'

/** A refusal on its way to the caller. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest'
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.message)
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
}

/** The value of an outcome; a refusal becomes the answer. */
export function answer<Value>(outcome: Result<Value, Refusal>): Value {
  if (outcome.ok) return outcome.value
  throw new RefusedRequest(outcome.error)
}

/** Every error is `{error}` with a sentence. */
export function toErrorBody(sentence: string): { error: string } {
  return { error: sentence }
}

export const describeRefusal: DescribeFailure = (failure, request) => {
  if (!(failure instanceof RefusedRequest)) return describeFailure(failure, request)
  const kind = refusalKind(failure.refusal)
  return { status: STATUS[kind], sentence: failure.message, ...(kind === 'upstream' && { retryable: true }) }
}

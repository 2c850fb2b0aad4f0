import { refusalKind } from '#common/errors'
import { type DescribeFailure, describeFailure } from '../kit/http-server.ts'
import { RefusedRequest, statusOf } from '../kit/refused-request.ts'

/** Every error is `{error}` with a sentence. */
export function toErrorBody(sentence: string): { error: string } {
  return { error: sentence }
}

export const describeRefusal: DescribeFailure = (failure, request) => {
  if (!(failure instanceof RefusedRequest)) return describeFailure(failure, request)
  const kind = refusalKind(failure.refusal)
  return {
    status: statusOf(failure.refusal),
    sentence: failure.message,
    ...(kind === 'upstream' && { retryable: true }),
  }
}

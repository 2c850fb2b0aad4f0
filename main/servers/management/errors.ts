import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { reasonOf, refusalKind } from '#common/messages/sentence'
import { shorten } from '#common/text'
import { isReserved } from '#core/dataset/projects/rules'
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
    sentence: isNoProject(failure, request) ? noOperation(request) : failure.message,
    ...(kind === 'upstream' && { retryable: true }),
  }
}

const InProject = z.object({ project: z.string() })

/** Whether a request asks for an operation that does not exist: it is routed to a project of the operation's name. */
function isNoProject({ refusal }: RefusedRequest, { params }: FastifyRequest): boolean {
  const path = InProject.safeParse(params)
  const isMissing = reasonOf(refusal) === 'project-not-found' || reasonOf(refusal) === 'version-not-found'
  return isMissing && path.success && isReserved(path.data.project)
}

function noOperation({ method, url }: FastifyRequest): string {
  return `There is no operation ${method} ${shorten(url.split('?')[0] ?? '')}`
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bytesInWords } from '../kit/body-limit.ts'
import { describeFailure } from '../kit/http-server.ts'
import { RefusedRequest, statusOf } from '../kit/refused-request.ts'

/** Fault of one value of a request. */
export interface Misfit {
  /** Part of the request (`body`, `query` or `path`), then the path of the value. */
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly type: string
}

/** Values of the request do not fit the operation. */
export class UnfitRequest extends Error {
  override readonly name = 'UnfitRequest'
  readonly misfits: readonly Misfit[]

  constructor(misfits: readonly Misfit[]) {
    super(misfits.map(({ msg }) => msg).join('; '))
    this.misfits = misfits
  }
}

/** Returns the failure for one invalid value of the body. */
export function unfit(path: readonly (string | number)[], msg: string): UnfitRequest {
  return new UnfitRequest([{ loc: ['body', ...path], msg, type: 'value_error' }])
}

/** Clients read the error's sentence under either name. */
export function toErrorBody(sentence: string): { message: string; detail: string } {
  return { message: sentence, detail: sentence }
}

/** Answers failures of operations: invalid values with a list, all others with a sentence. */
export function answerFailures(server: FastifyInstance): void {
  server.setErrorHandler((failure, request, reply) => {
    if (failure instanceof UnfitRequest) return reply.code(422).send({ detail: failure.misfits })
    // Nobody reads the answer any more, and a model that was stopped for this reason has not failed.
    if (reply.raw.destroyed) return reply.code(400).send(toErrorBody('The connection was cut'))
    if (failure instanceof RefusedRequest) {
      const status = statusOf(failure.refusal)
      if (status === 503) reply.header('retry-after', 1)
      return reply.code(status).send(toErrorBody(failure.message))
    }
    const { status, sentence } = describeFailure(failure, request)
    return reply.code(status).send(toErrorBody(status === 413 ? tooLarge(request) : sentence))
  })
}

/**
 * Maximum bytes of a body, unless an operation sets another limit: an image of 25 million pixels as numbers in base64,
 * or many small ones.
 */
export const MAX_BODY_BYTES = 100 * 1024 * 1024

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How to send less, where images are not the cause of the size. */
    howToSendLess?: string
  }
}

function tooLarge({ routeOptions: { bodyLimit, config } }: FastifyRequest): string {
  const { howToSendLess = 'Send a smaller image, or fewer at once' } = config
  return `The body is larger than ${bytesInWords(bodyLimit)}. ${howToSendLess}`
}

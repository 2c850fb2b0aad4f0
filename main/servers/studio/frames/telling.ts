import { ValidationError } from '@orpc/contract'
import { type AnyProcedure, ORPCError } from '@orpc/server'
import type { StandardRPCHandlerOptions } from '@orpc/server/standard'
import { type Refusal, refusal } from '#common/errors'
import { message } from '#common/messages/message'
import { schemaFault } from '#common/messages/schema-fault'
import { sentenceOf } from '#common/messages/sentence'
import { isDamagedRow } from '#core/damaged-row'
import { ReadOnlyError } from '#core/ports'
import { failureMessage } from '#core/system-failure'
import { damagedAnswer, damageIn, withoutFaultyEntries } from '../../kit/sound-answer.ts'
import { toRefused } from '../answer.ts'
import { type Divert, diverted } from '../divert.ts'

export type LogFailure = (message: string, failure: unknown) => void

interface Telling {
  /** Sends calls to the machine that the studio works on; absent where all are answered here. */
  readonly divert?: Divert | undefined
  /** Throws where a procedure must not be called. */
  readonly guard?: (procedure: AnyProcedure, path: readonly string[]) => void
  readonly logFailure: LogFailure
}

/** Failures that no procedure declares are logged in full and told as one sentence. */
export function tellingFailures({
  divert,
  guard,
  logFailure,
}: Telling): StandardRPCHandlerOptions<Record<never, never>> {
  const logged = new Set<string>()
  const logOnce = (call: string, message: string) => {
    if (!logged.has(call)) logFailure(message, undefined)
    logged.add(call)
  }
  /** Throws what the caller is told; answers what is sound of an answer that is not. */
  async function tell(failure: unknown, { call, own, isGivenUp }: FailedCall): Promise<unknown> {
    if (isRefusedAnswer(failure)) return soundAnswer(failure, own, { call, logOnce })
    if (isRefusedInput(failure)) throw toRefused(misfitOf(failure.cause))
    // A call that its page gave up has nobody to answer.
    if (failure instanceof ORPCError || isGivenUp) throw failure
    if (failure instanceof ReadOnlyError) throw toRefused(failure.refusal)
    logFailure(`The studio call ${call} failed`, failure)
    if (isDamagedRow(failure)) throw toRefused(failure.refusal)
    const data = failureMessage(failure)
    throw new ORPCError('INTERNAL_SERVER_ERROR', { message: sentenceOf(data), data, cause: failure })
  }

  return {
    clientInterceptors: [
      async ({ next, path, input, signal, procedure: own }) => {
        try {
          guard?.(own, path)
          const answering = divert && diverted(divert, path, own)
          return await (answering === undefined ? next() : answering(input, signal && { signal }))
        } catch (failure) {
          return tell(failure, { call: path.join('.'), own, isGivenUp: signal?.aborted === true })
        }
      },
    ],
  }
}

interface FailedCall {
  /** The procedure, as it is called. */
  readonly call: string
  readonly own: AnyProcedure
  readonly isGivenUp: boolean
}

interface Told {
  /** The procedure, as it is called. */
  readonly call: string
  /** Says once for each procedure what is damaged: pages ask for their lists again and again. */
  readonly logOnce: (call: string, message: string) => void
}

/** The answer does not keep to the contract: something that is stored is damaged. It goes without that, or the caller is told what it is. */
async function soundAnswer({ cause }: RefusedAnswer, procedure: AnyProcedure, { call, logOnce }: Told) {
  const { issues, data } = cause
  logOnce(call, damageIn(call, issues))
  const left = withoutFaultyEntries(data, issues)
  const checked = left !== undefined && (await procedure['~orpc'].outputSchema?.['~standard'].validate(left))
  if (!checked || checked.issues) throw toRefused(damagedAnswer(issues).refusal)
  return checked.value
}

type RefusedInput = ORPCError<string, unknown> & { readonly cause: ValidationError }

function isRefusedInput(failure: unknown): failure is RefusedInput {
  return failure instanceof ORPCError && failure.code === 'BAD_REQUEST' && failure.cause instanceof ValidationError
}

/** Says the first fault of an input: in the schema's words where it has some, otherwise with the place of the value. */
function misfitOf({ issues: [issue] }: ValidationError): Refusal {
  const { message: words, path = [] } = issue ?? { message: '' }
  const fault = schemaFault({ message: words })
  if (fault.code !== 'literal') return refusal('request-misfit', {}, fault)
  const field = path.map((step) => String(typeof step === 'object' ? step.key : step)).join('.')
  return refusal('request-misfit', {}, message('input-value-misfit', { field, words }))
}

type RefusedAnswer = ORPCError<string, unknown> & { readonly cause: ValidationError }

function isRefusedAnswer(failure: unknown): failure is RefusedAnswer {
  if (!(failure instanceof ORPCError) || failure.code !== 'INTERNAL_SERVER_ERROR') return false
  return failure.cause instanceof ValidationError
}

import { type AnyContractProcedure, ValidationError } from '@orpc/contract'
import { ORPCError } from '@orpc/server'
import { RefusedData } from '#common/contract/kit'
import { type Refusal, refusal } from '#common/errors'
import type { ForwardedAnswer } from '#core/remote/forwarded'
import { toRefused } from '../answer.ts'
import { declaredOf } from '../declared.ts'

/** The value that another Tessera answered, once it fits the contract. Throws what pages are told of all else. */
export async function answerOf(procedure: AnyContractProcedure, told: ForwardedAnswer, host: string): Promise<unknown> {
  if (told.kind === 'failed') {
    const { refusal: refused, wasSent } = told
    throw toRefused(wasSent && !isReading(procedure) ? doubted(refused, host) : refused)
  }
  if (told.kind === 'refused') throw refusedByRemote(told.message, told.data, host)
  const checked = await procedure['~orpc'].outputSchema?.['~standard'].validate(told.value)
  if (checked?.issues) throw toRefused(refusal('remote-answer-not-for-contract', { host }))
  return checked === undefined ? told.value : checked.value
}

/** A value as its contract says. Throws as a procedure does whose answer does not keep to it, so that sound entries of a list are shown. */
export async function fitted(procedure: AnyContractProcedure, value: unknown): Promise<unknown> {
  const checked = await procedure['~orpc'].outputSchema?.['~standard'].validate(value)
  if (checked?.issues) {
    const cause = new ValidationError({ message: 'Output validation failed', issues: checked.issues, data: value })
    throw new ORPCError('INTERNAL_SERVER_ERROR', { cause })
  }
  return checked === undefined ? value : checked.value
}

/** A refusal of the other Tessera, which pages say in their own language where they know its code. */
function refusedByRemote(message: string, data: unknown, host: string) {
  const known = RefusedData.safeParse(data)
  if (!known.success) return toRefused(refusal('remote-answer-not-for-contract', { host }))
  return new ORPCError('REFUSED', { defined: true, status: 409, message, data: known.data })
}

function isReading(procedure: AnyContractProcedure): boolean {
  return declaredOf(procedure).scopes.every((scope) => scope.endsWith(':read'))
}

/** A call whose answer is lost may have done its work: nobody is told that it was refused. */
function doubted(refused: Refusal, host: string): Refusal {
  const { code, cause } = refused
  if (code === 'remote-unreachable' && cause) return refusal('remote-answer-lost', { host }, cause)
  return refusal('remote-outcome-unknown', {}, refused)
}

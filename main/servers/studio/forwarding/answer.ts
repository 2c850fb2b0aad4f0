import { type AnyProcedure, ORPCError } from '@orpc/server'
import { RefusedData } from '#common/contract/kit'
import { refusal } from '#common/errors'
import type { ForwardedAnswer } from '#core/remote/forwarded'
import { toRefused } from '../answer.ts'

/** The value that another Tessera answered, once it fits the contract. Throws what pages are told of all else. */
export async function answerOf(procedure: AnyProcedure, told: ForwardedAnswer, host: string): Promise<unknown> {
  if (told.kind === 'failed') throw toRefused(told.refusal)
  if (told.kind === 'refused') throw refusedThere(told.message, told.data, host)
  const schema = procedure['~orpc'].outputSchema
  if (schema === undefined) return told.value
  const checked = await schema['~standard'].validate(told.value)
  if (checked.issues) throw toRefused(refusal('remote-answer-not-for-contract', { host }))
  return checked.value
}

/** A refusal of the other Tessera, which pages say in their own language where they know its code. */
function refusedThere(message: string, data: unknown, host: string) {
  const known = RefusedData.safeParse(data)
  if (!known.success) return toRefused(refusal('remote-answer-not-for-contract', { host }))
  return new ORPCError('REFUSED', { defined: true, status: 409, message, data: known.data })
}

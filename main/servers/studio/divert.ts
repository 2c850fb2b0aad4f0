import { type AnyContractProcedure, ValidationError } from '@orpc/contract'
import { ORPCError } from '@orpc/server'
import { refusal } from '#common/errors'
import type { RemoteActs } from '#core/remote/acts'
import type { ForwardedStudio } from '#core/remote/forwarded'
import { answer, toRefused } from './answer.ts'
import { actAt } from './border.ts'
import { declaredOf } from './declared.ts'
import { answerOf, fitted } from './forwarding/answer.ts'

/** The machine that calls go to instead of this one; undefined while the studio works here. */
export type Divert = () => RemoteMachine | undefined

interface RemoteMachine {
  readonly host: string
  /** Procedures that its management API can answer. */
  readonly acts: RemoteActs
  /** Its own procedures, where it is a Tessera with the same contract; undefined for every other server. */
  readonly forwarded: () => Promise<ForwardedStudio | undefined>
}

type Answering = (input: unknown, options: { readonly signal: AbortSignal } | undefined) => Promise<unknown>

/** Answers a call in the place of this machine's procedure; undefined when that one answers. */
export function diverted(divert: Divert, path: readonly string[], own: AnyContractProcedure): Answering | undefined {
  const remote = divert()
  if (remote === undefined || declaredOf(own).runs === 'machine') return undefined
  return async (input, options) => {
    const forwarded = await remote.forwarded()
    if (forwarded !== undefined) return answerOf(own, await forwarded.call({ path, input, ...options }), remote.host)
    const act = actAt(remote.acts, path)
    if (act === undefined) throw toRefused(refusal('remote-cannot-do-this', { host: remote.host }))
    return fitted(own, answer(await act(await inputFor(own, input))))
  }
}

async function inputFor(procedure: AnyContractProcedure, given: unknown): Promise<unknown> {
  const read = await procedure['~orpc'].inputSchema?.['~standard'].validate(given)
  if (read?.issues) {
    // As a procedure of this machine does it.
    const cause = new ValidationError({ message: 'Input validation failed', issues: read.issues, data: given })
    throw new ORPCError('BAD_REQUEST', { cause })
  }
  return read === undefined ? given : read.value
}

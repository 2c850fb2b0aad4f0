import { type AnyProcedure, type AnyRouter, call, getRouter, isProcedure } from '@orpc/server'
import { refusal } from '#common/errors'
import type { ForwardedStudio } from '#core/remote/forwarded'
import { toRefused } from './answer.ts'
import { declaredOf } from './declared.ts'
import { answerOf } from './forwarding/answer.ts'

/** The machine that calls go to instead of this one; undefined while the studio works here. */
export type Divert = () => Elsewhere | undefined

interface Elsewhere {
  readonly host: string
  /** What its management API has words for. */
  readonly router: AnyRouter
  /** Its own procedures, where it is a Tessera with the same contract; undefined for every other server. */
  readonly forwarded: () => Promise<ForwardedStudio | undefined>
}

type Answering = (input: unknown, options: { readonly signal: AbortSignal } | undefined) => Promise<unknown>

/** What answers a call in the place of this machine's procedure; undefined when that one answers. */
export function diverted(divert: Divert, path: readonly string[], own: AnyProcedure): Answering | undefined {
  const there = divert()
  if (there === undefined) return undefined
  if (declaredOf(own).runs === 'machine') return undefined
  return async (input, options) => {
    const forwarded = await there.forwarded()
    if (forwarded !== undefined) return answerOf(own, await forwarded.call({ path, input, ...options }), there.host)
    const procedure = getRouter(there.router, path)
    if (isProcedure(procedure)) return call(procedure, input, options)
    throw toRefused(refusal('remote-cannot-do-this', { host: there.host }))
  }
}

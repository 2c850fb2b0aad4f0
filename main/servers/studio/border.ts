import type { Refusal } from '#common/errors'
import type { Result } from '#common/result'
import type { RemoteActs } from '#core/remote/acts'

/** An act whose input and answer are checked where it is called. */
export type AnyAct = (input: unknown) => Promise<Result<unknown, Refusal>> | Result<unknown, Refusal>

/** The act that answers the procedure at a path; undefined where there is none. The types of acts follow the contract, and paths are texts. */
export function actAt(acts: RemoteActs, path: readonly string[]): AnyAct | undefined {
  let at: unknown = acts
  for (const name of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = (at as Record<string, unknown>)[name]
  }
  return typeof at === 'function' ? (at as AnyAct) : undefined
}

import { type AnyRouter, call, getRouter, isProcedure } from '@orpc/server'
import { refusal } from '#common/errors'
import { toRefused } from './answer.ts'

/** Where calls go instead of to this machine's procedures; undefined while the studio works here. */
export type Divert = () => { readonly router: AnyRouter; readonly host: string } | undefined

type Answering = (input: unknown, options: { readonly signal?: AbortSignal }) => Promise<unknown>

/** What is of this program and not of a workspace, wherever the projects lie. */
const ALWAYS_HERE: readonly string[] = ['session', 'connections', 'segment', 'models', 'playground', 'events']

/** What answers a call in the place of this machine's procedure; undefined when that one answers. */
export function diverted(divert: Divert, path: readonly string[]): Answering | undefined {
  const there = divert()
  if (there === undefined || ALWAYS_HERE.includes(path[0] ?? '')) return undefined
  const procedure = getRouter(there.router, path)
  if (isProcedure(procedure)) return (input, options) => call(procedure, input, options)
  return async () => {
    throw toRefused(refusal('remote-cannot-do-this', { host: there.host }))
  }
}

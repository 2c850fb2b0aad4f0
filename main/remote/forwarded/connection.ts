import { ReadableStream } from 'node:stream/web'
import { ORPCError } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import { z } from 'zod'
import { FORWARDED, FORWARDED_CALLS, ForwardingNotice } from '#common/contract/forwarding'
import { LibraryNote } from '#common/contract/session'
import { type Refusal, refusal } from '#common/errors'
import { excessIn, type JsonBounds } from '#common/json/bounds'
import type { Reason } from '#common/messages/reasons'
import { reasonOf } from '#common/messages/sentence'
import { err, ok, type Result } from '#common/result'
import type { ForwardedAnswer, ForwardedCall, ForwardedConnection, ForwardedRequest } from '#core/remote/forwarded'
import { type RemoteOptions, reachOf, readBody, remoteHttp, unreachable } from '../http.ts'
import { limitEvents } from './event-limit.ts'

/** More than the largest answer holds: the annotations of one image, or the names of all images of a project. */
const BOUNDS: JsonBounds = { levels: 100, containers: 2_000_000, values: 10_000_000, members: 5_000_000 }

const Notes = z.custom<AsyncIterable<unknown>>(
  (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
)

/** Reasons that pass, and tell nothing of what the server is. */
const AWAY: ReadonlySet<Reason> = new Set(['remote-unreachable', 'remote-busy'])

/** A failure of the way there, on its way through the client of oRPC. */
class NotReached extends Error {
  readonly refusal: Refusal

  constructor(refused: Refusal) {
    super('The other machine was not reached')
    this.refusal = refused
  }
}

/** Asks the studio of another Tessera at its management address. The key goes to that address alone. */
export function forwardedConnection(options: RemoteOptions): ForwardedConnection {
  const { onReach, ...quiet } = options
  const { baseUrl, apiKey, gate } = quiet
  const base = new URL(baseUrl)
  const http = remoteHttp(options)
  // Servers that are no Tessera say anything to a path that they do not have, and are not away for that.
  const asking = remoteHttp(quiet)
  const authorization = `Bearer ${apiKey}`
  const link = new RPCLink({
    url: new URL(FORWARDED_CALLS, base),
    headers: { authorization },
    fetch: (request, init) => fetchAnswer(request, init),
  })

  /** An answer whose body is safe to parse. */
  async function fetchAnswer(request: Request, init: object): Promise<Response> {
    const response = await reached(fetch(request, { ...init, redirect: 'manual' }))
    if (response.ok) onReach?.({ state: 'open' })
    if (isEvents(response)) return new Response(response.body && limitEvents(response.body), response)
    const body = await reached(readBody(response))
    if (!isOfProcedure(response, body)) throw new NotReached(await http.refusalOf(response.status, body))
    if (excessIn(body, BOUNDS) !== undefined) throw new NotReached(notUnderstood(new URL(request.url).pathname))
    return new Response(new Uint8Array(body), response)
  }

  async function reached<Value>(pending: Promise<Value>): Promise<Value> {
    try {
      return await pending
    } catch (failure) {
      if (failure instanceof Error && failure.name === 'AbortError') throw failure
      const { error } = unreachable(base.host, failure)
      onReach?.(reachOf(err(error)))
      throw new NotReached(error)
    }
  }

  async function call({ path, input, signal }: ForwardedCall): Promise<ForwardedAnswer> {
    const closed = gate?.()
    if (closed) return { kind: 'failed', refusal: closed }
    try {
      return { kind: 'answered', value: await link.call(path, input, { context: {}, ...(signal && { signal }) }) }
    } catch (failure) {
      if (failure instanceof NotReached) return { kind: 'failed', refusal: failure.refusal }
      if (signal?.aborted === true) throw failure
      if (failure instanceof ORPCError) return told(failure)
      return { kind: 'failed', refusal: notUnderstood(path.join('.')) }
    }
  }

  function notUnderstood(where: string): Refusal {
    return refusal('remote-answer-not-understood', { host: base.host, method: 'POST', where })
  }

  async function send({ path, method, headers, body, signal }: ForwardedRequest): Promise<Result<Response, Refusal>> {
    const closed = gate?.()
    if (closed) return err(closed)
    const init: RequestInit = { method, headers: { ...headers, authorization }, signal, redirect: 'manual' }
    if (body !== undefined) Object.assign(init, { body: ReadableStream.from(body), duplex: 'half' })
    try {
      return ok(await reached(fetch(new URL(`${FORWARDED}${path}`, base), init)))
    } catch (failure) {
      if (failure instanceof NotReached) return err(failure.refusal)
      throw failure
    }
  }

  return {
    call,
    send,
    async notice() {
      const answer = await asking.ask(ForwardingNotice, { method: 'GET', path: FORWARDED })
      return answer.ok || AWAY.has(reasonOf(answer.error)) ? answer : ok(undefined)
    },
    async *watch(signal) {
      const notes = Notes.parse(await link.call(['library', 'watch'], undefined, { context: {}, signal }))
      for await (const note of notes) {
        const known = LibraryNote.safeParse(note)
        if (known.success) yield known.data
      }
    },
  }
}

/** A failure that a procedure of the other Tessera told. */
function told({ code, message, data }: ORPCError<string, unknown>): ForwardedAnswer {
  if (code === 'REFUSED') return { kind: 'refused', message, data }
  return { kind: 'failed', refusal: refusal('remote-said', { words: message }) }
}

function isEvents({ ok: isGood, headers }: Response): boolean {
  return isGood && headers.get('content-type')?.startsWith('text/event-stream') === true
}

/** What procedures answer is an object with `json`; what stands before them answers as the REST routes do. */
function isOfProcedure({ ok: isGood }: Response, body: Buffer): boolean {
  return isGood || body.toString('latin1', 0, 8).startsWith('{"json":')
}

import { ReadableStream } from 'node:stream/web'
import { ORPCError } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import { z } from 'zod'
import { CONTRACT_HEADER, FORWARDED, FORWARDED_CALLS, ForwardingNotice } from '#common/contract/forwarding'
import { isOfProjects, LibraryNote } from '#common/contract/session'
import { type Refusal, refusal, refuse } from '#common/errors'
import { excessIn, type JsonBounds } from '#common/json/bounds'
import type { Reason } from '#common/messages/reasons'
import { reasonOf } from '#common/messages/sentence'
import { err, ok, type Result } from '#common/result'
import { shorten } from '#common/text'
import type { ForwardedAnswer, ForwardedCall, ForwardedConnection, ForwardedRequest } from '#core/remote/forwarded'
import {
  LONGEST_SEND_MS,
  MOST_QUOTED,
  type RemoteOptions,
  reachOf,
  readBody,
  remoteHttp,
  unreachable,
} from '../http.ts'
import { limitEvents } from './event-limit.ts'

/** More than the largest answer holds: the annotations of one image, or the ids of a million images. */
const BOUNDS: JsonBounds = { levels: 100, containers: 250_000, values: 1_100_000, members: 250_000 }
const MOST_ANSWER = 32 * 1024 * 1024
/** A sentence, and what it is made of. */
const MOST_REFUSAL = 64 * 1024

const Notes = z.custom<AsyncIterable<unknown>>(
  (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
)

/** Reasons that pass, and tell nothing of what the server is. */
const AWAY: ReadonlySet<Reason> = new Set(['remote-unreachable', 'remote-busy'])

/** Why a connection was never made. */
const NEVER_SENT: ReadonlySet<string> = new Set([
  'host-unknown',
  'host-not-looked-up',
  'host-not-listening',
  'host-without-route',
  'host-certificate-expired',
  'host-certificate-of-another',
  'host-certificate-untrusted',
  'host-without-https',
])

/** Longer than the slowest call takes. */
const ANSWER_MS = 120_000
/** Every first call waits for it. */
const NOTICE_MS = 8000
const WATCH = 'library.watch'

/** A failure of the way there, on its way through the client of oRPC. */
class NotReached extends Error {
  readonly refusal: Refusal
  readonly wasSent: boolean

  constructor(refused: Refusal, wasSent: boolean) {
    super('The other machine was not reached')
    this.refusal = refused
    this.wasSent = wasSent
  }
}

interface ForwardedOptions extends RemoteOptions {
  /** The hash of everything that can be asked, which goes with every call. */
  readonly contract: () => Promise<string>
}

/** Asks the studio of another Tessera at its management address. The key goes to that address alone. */
export function forwardedConnection(options: ForwardedOptions): ForwardedConnection {
  const { onReach, contract, ...quiet } = options
  const { baseUrl, apiKey, gate } = quiet
  const base = new URL(baseUrl)
  const http = remoteHttp(options)
  // Servers that are no Tessera say anything to a path that they do not have, and are not away for that.
  const asking = remoteHttp({ ...quiet, timeoutMs: NOTICE_MS })
  const authorization = `Bearer ${apiKey}`
  const link = new RPCLink({
    url: new URL(FORWARDED_CALLS, base),
    headers: async () => ({ authorization, [CONTRACT_HEADER]: await contract() }),
    fetch: (request, init, ...[, path]) => fetchAnswer(request, init, path.join('.')),
  })

  /** An answer whose body is safe to parse. */
  async function fetchAnswer(request: Request, init: object, name: string): Promise<Response> {
    const isWatch = name === WATCH
    const signal = isWatch ? request.signal : AbortSignal.any([request.signal, AbortSignal.timeout(ANSWER_MS)])
    const response = await reached(fetch(request, { ...init, signal, redirect: 'manual' }))
    if (response.ok) onReach?.({ state: 'open' })
    if (isEvents(response)) return isWatch ? eventsOf(response) : refuseEvents(response, name)
    const body = await reached(readBody(response, response.ok ? MOST_ANSWER : MOST_REFUSAL))
    if (!isOfProcedure(response, body)) {
      // Checks in front of the procedures refuse with 4xx; a proxy that gave up on one answers 502 or 504.
      throw new NotReached(await http.refusalOf(response.status, body), response.status >= 500)
    }
    if (excessIn(body, BOUNDS) !== undefined) throw new NotReached(notUnderstood(name), true)
    return new Response(new Uint8Array(body), response)
  }

  async function refuseEvents({ body }: Response, name: string): Promise<never> {
    await body?.cancel()
    throw new NotReached(notUnderstood(name), true)
  }

  async function reached<Value>(pending: Promise<Value>): Promise<Value> {
    try {
      return await pending
    } catch (failure) {
      if (failure instanceof Error && failure.name === 'AbortError') throw failure
      const { error } = unreachable(base.host, failure)
      onReach?.(reachOf(err(error)))
      throw new NotReached(error, !(error.cause && NEVER_SENT.has(error.cause.code)))
    }
  }

  async function call({ path, input, signal }: ForwardedCall): Promise<ForwardedAnswer> {
    const closed = gate?.()
    if (closed) return { kind: 'failed', refusal: closed, wasSent: false }
    try {
      return { kind: 'answered', value: await link.call(path, input, { context: {}, ...(signal && { signal }) }) }
    } catch (failure) {
      if (failure instanceof NotReached) {
        const { refusal: refused, wasSent } = failure
        return { kind: 'failed', refusal: refused, wasSent }
      }
      if (signal?.aborted === true) throw failure
      if (failure instanceof ORPCError) return told(failure)
      return { kind: 'failed', refusal: notUnderstood(path.join('.')), wasSent: true }
    }
  }

  function notUnderstood(where: string): Refusal {
    return refusal('remote-answer-not-understood', { host: base.host, method: 'POST', where })
  }

  /** One file that does not come is no sign that the machine is away: whether it is, calls and looks tell. */
  async function send({ path, method, headers, body, signal }: ForwardedRequest): Promise<Result<Response, Refusal>> {
    const closed = gate?.()
    if (closed) return err(closed)
    const url = new URL(`${FORWARDED}${path}`, base)
    if (!url.pathname.startsWith(`${FORWARDED}/`)) return refuse('forwarded-call-unknown')
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(tooLate()), body === undefined ? ANSWER_MS : LONGEST_SEND_MS)
    const own = { ...headers, authorization, [CONTRACT_HEADER]: await contract(), 'accept-encoding': 'identity' }
    const init: RequestInit = {
      method,
      headers: own,
      signal: AbortSignal.any([signal, limit.signal]),
      redirect: 'manual',
    }
    if (body !== undefined) Object.assign(init, { body: ReadableStream.from(body), duplex: 'half' })
    try {
      return ok(await fetch(url, init))
    } catch (failure) {
      if (signal.aborted) throw failure
      return unreachable(base.host, failure)
    } finally {
      // The file itself may take as long as it is large.
      clearTimeout(timer)
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
        if (known.success && isOfProjects(known.data)) yield known.data
      }
    },
  }
}

/** A failure that a procedure of the other Tessera told. */
function told({ code, message, data }: ORPCError<string, unknown>): ForwardedAnswer {
  const words = shorten(message, MOST_QUOTED)
  if (code === 'REFUSED') return { kind: 'refused', message: words, data }
  return { kind: 'failed', refusal: refusal('remote-said', { words }), wasSent: true }
}

function eventsOf(response: Response): Response {
  return new Response(response.body && limitEvents(response.body), response)
}

function tooLate(): DOMException {
  return new DOMException('No answer in time', 'TimeoutError')
}

function isEvents({ ok: isGood, headers }: Response): boolean {
  return isGood && headers.get('content-type')?.startsWith('text/event-stream') === true
}

/** Procedures answer with an object that has `json`; handlers in front of them answer as the REST routes do. */
function isOfProcedure({ ok: isGood }: Response, body: Buffer): boolean {
  return isGood || body.toString('latin1', 0, 8).startsWith('{"json":')
}

import { ReadableStream } from 'node:stream/web'
import { z } from 'zod'
import { type Refusal, refusal, refuse } from '#common/errors'
import { parseBounded, SMALL_FILE } from '#common/json/bounds'
import { reasonOf, sentenceOf } from '#common/messages/sentence'
import { err, ok, type Result } from '#common/result'
import { shorten } from '#common/text'
import { type LinkRules, linkFollower, nextOf } from './links.ts'

/** So much of what a server says stands in a sentence, in UTF-16 units. */
export const MOST_QUOTED = 500

export interface RemoteOptions {
  /** Where the server is: `http://host:port`. */
  readonly baseUrl: string
  readonly apiKey: string
  /** How long an answer may take. */
  readonly timeoutMs?: number
  /** How long an image may take to be sent. */
  readonly transferTimeoutMs?: number
  /** Told after every question whether the server answered it; `reason` is the sentence of a failure. */
  readonly onReach?: (reach: Reach) => void
  /** Why nothing is to be asked now: the server is known to be away. Undefined lets a question through. */
  readonly gate?: () => Refusal | undefined
  /** Where links of answers may lead besides the server itself and the open internet. */
  readonly links?: LinkRules | undefined
  /** Without it only small answers are understood. */
  readonly readJson?: ReadAnswer
}

/** The value of an answer in JSON; undefined for one that is not JSON, or takes more than an answer may. The bytes belong to the reader. */
export type ReadAnswer = (bytes: Buffer) => Promise<unknown>

/** Whether a server can be worked with: it answers, it does not take the key, or it does not answer. */
export type Reach = { readonly state: 'open' } | { readonly state: 'locked' | 'offline'; readonly refusal: Refusal }

export interface RemoteRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path with query, from the root. */
  readonly path: string
  readonly json?: unknown
  /** The other machine does something long before it answers. */
  readonly takesLong?: boolean
  readonly stream?: RemoteStream
}

export interface RemoteHttp {
  /** An answer in the shape of the schema. */
  ask<Body>(schema: z.ZodType<Body>, request: RemoteRequest): Promise<Result<Body, Refusal>>
  /** A file behind a link of an answer. No key is sent along: the link has its own. */
  open(link: string): Promise<Result<Response, Refusal>>
  /** Why a request was turned away, out of an answer that is no success. */
  refusalOf(status: number, body: Buffer): Promise<Refusal>
  /** Whether any answer comes, whatever it says; a bare knock without the key. */
  reach(): Promise<Result<undefined, Refusal>>
  /** Sends a file to a link of an answer. No key is sent along: the link has its own. */
  put(link: string, file: RemoteStream): Promise<Result<undefined, Refusal>>
}

export interface RemoteStream {
  readonly type: string
  readonly body: AsyncIterable<Uint8Array>
}

/** Time limit for sending: enough for the largest archive over the slowest network. */
export const LONGEST_SEND_MS = 3_600_000

/** No JSON answer of the API is larger than this; more is not read. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024

/** Both shapes that servers of this API write errors in. `retryable`: the host that it was to fetch from failed, not it. */
const Failure = z.object({
  error: z.union([z.string(), z.object({ message: z.string() }).transform((e) => e.message)]),
  retryable: z.boolean().optional().catch(undefined),
})

/** A client of one server. Nothing it answers is believed before it fits a schema; every failure names the host. */
export function remoteHttp({
  baseUrl,
  apiKey,
  timeoutMs = 30_000,
  transferTimeoutMs = 600_000,
  onReach,
  gate,
  links = {},
  readJson = readSmall,
}: RemoteOptions): RemoteHttp {
  const base = new URL(baseUrl)
  const follower = linkFollower(links, { base, answerMs: timeoutMs })

  async function ask<Body>(schema: z.ZodType<Body>, request: RemoteRequest): Promise<Result<Body, Refusal>> {
    const closed = gate?.()
    if (closed) return err(closed)
    const answer = await askOnce(schema, request)
    onReach?.(reachOf(answer))
    return answer
  }

  async function askOnce<Body>(schema: z.ZodType<Body>, request: RemoteRequest): Promise<Result<Body, Refusal>> {
    const limitMs = request.stream || request.takesLong === true ? transferTimeoutMs : timeoutMs
    try {
      const response = await fetch(new URL(request.path, base), toInit(request, apiKey, limitMs))
      const next = nextOf(response)
      if (next !== undefined) return leadsAway(base, next)
      const body = await readJson(await readBody(response))
      if (!response.ok) return refused(base.host, response.status, body)
      const parsed = schema.safeParse(body)
      return parsed.success ? ok(parsed.data) : notUnderstood(base.host, request)
    } catch (failure) {
      return unreachable(base.host, failure)
    }
  }

  async function open(link: string): Promise<Result<Response, Refusal>> {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(new DOMException('No answer in time', 'TimeoutError')), timeoutMs)
    try {
      const followed = await follower.get(link, limit.signal)
      if (!followed.ok || followed.value.ok) return followed
      return refused(hostOf(link, base), followed.value.status, await readJson(await readBody(followed.value)))
    } catch (failure) {
      return unreachable(hostOf(link, base), failure)
    } finally {
      // The file itself may take as long as it is large.
      clearTimeout(timer)
    }
  }

  async function put(link: string, file: RemoteStream): Promise<Result<undefined, Refusal>> {
    try {
      const sent = await follower.put(link, AbortSignal.timeout(LONGEST_SEND_MS), file)
      if (!sent.ok) return sent
      const body = await readBody(sent.value)
      return sent.value.ok ? ok(undefined) : refused(hostOf(link, base), sent.value.status, await readJson(body))
    } catch (failure) {
      return unreachable(hostOf(link, base), failure)
    }
  }

  async function reach(): Promise<Result<undefined, Refusal>> {
    try {
      const response = await fetch(base, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
      await response.body?.cancel()
      return ok(undefined)
    } catch (failure) {
      return unreachable(base.host, failure)
    }
  }

  async function refusalOf(status: number, body: Buffer): Promise<Refusal> {
    const outcome = refused(base.host, status, await readJson(body))
    onReach?.(reachOf(outcome))
    return outcome.error
  }

  return { ask, open, put, reach, refusalOf }
}

function toInit({ method, json, stream }: RemoteRequest, apiKey: string, limitMs: number): RequestInit {
  const headers = new Headers({ authorization: `Bearer ${apiKey}`, accept: 'application/json' })
  // The key and what is sent are for this server alone.
  const init: RequestInit = { method, headers, redirect: 'manual', signal: AbortSignal.timeout(limitMs) }
  if (stream) {
    headers.set('content-type', stream.type)
    return Object.assign(init, { body: ReadableStream.from(stream.body), duplex: 'half' })
  }
  if (json === undefined) return init
  headers.set('content-type', 'application/json')
  return { ...init, body: JSON.stringify(json) }
}

class AnswerTooLarge extends Error {
  readonly refusal: Refusal

  constructor(bytes: number) {
    const refused = refusal('remote-answer-too-large', { most: bytes / 1024 })
    super(sentenceOf(refused))
    this.refusal = refused
  }
}

/** All of an answer that is not a file. Throws when it is larger than an answer may be. */
export async function readBody({ body }: Response, most = MAX_ANSWER_BYTES): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > most) throw new AnswerTooLarge(most)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function readSmall(bytes: Buffer): Promise<unknown> {
  return parseBounded(bytes.toString('utf8'), SMALL_FILE)
}

function refused(host: string, status: number, body: unknown) {
  const failure = Failure.safeParse(body)
  const isOfAnother = status === 502 && failure.data?.retryable === true
  const cause = failure.success
    ? refusal('remote-said', { words: shorten(failure.data.error, MOST_QUOTED) })
    : refusal('remote-gave-no-reason', { status })
  return refuse(isOfAnother ? 'remote-could-not-fetch' : codeOf(status), { host }, cause)
}

/** Too many requests, and the states of a server that pass. */
const BUSY = [429, 502, 503, 504, 507]

function codeOf(status: number) {
  if (status === 401) return 'remote-refuses-key'
  return BUSY.includes(status) ? 'remote-busy' : 'remote-refuses'
}

export function reachOf(answer: Result<unknown, Refusal>): Reach {
  if (answer.ok) return { state: 'open' }
  const { error: refusal } = answer
  const reason = reasonOf(refusal)
  if (reason === 'remote-unreachable') return { state: 'offline', refusal }
  return reason === 'remote-key-refused' ? { state: 'locked', refusal } : { state: 'open' }
}

function notUnderstood(host: string, { method, path }: { readonly method: string; readonly path: string }) {
  const [where = ''] = path.split('?')
  return refuse('remote-answer-not-understood', { host, method, where: shorten(where, MOST_QUOTED) })
}

/** A redirect is told, not followed: whoever wrote the address decides where the key goes. */
function leadsAway(base: URL, next: string) {
  const place = URL.parse(next, base.href)?.origin ?? shorten(next, MOST_QUOTED)
  return refuse('remote-redirects', { host: base.host, target: place })
}

function hostOf(link: string, base: URL): string {
  return URL.parse(link)?.host ?? base.host
}

export function unreachable(host: string, failure: unknown) {
  return refuse('remote-unreachable', { host }, causeOf(failure))
}

/** fetch hides the reason in the cause. */
function causeOf(failure: unknown): Refusal {
  if (!(failure instanceof Error)) return refusal('remote-said', { words: String(failure) })
  if (failure.name === 'TimeoutError') return refusal('host-timed-out')
  if (failure instanceof AnswerTooLarge) return failure.refusal
  const { cause } = failure
  const known = cause instanceof Error && 'code' in cause ? causeOfCode(String(cause.code)) : undefined
  if (known !== undefined) return refusal(known)
  const detail = cause instanceof Error ? cause.message || cause.name : failure.message
  return detail === '' ? refusal('host-connection-failed') : refusal('remote-said', { words: detail })
}

const CAUSES = {
  ENOTFOUND: 'host-unknown',
  EAI_AGAIN: 'host-not-looked-up',
  ECONNREFUSED: 'host-not-listening',
  ECONNRESET: 'host-broke-off',
  UND_ERR_SOCKET: 'host-broke-off',
  ENETUNREACH: 'host-without-route',
  EHOSTUNREACH: 'host-without-route',
  ETIMEDOUT: 'host-timed-out',
  UND_ERR_CONNECT_TIMEOUT: 'host-timed-out',
  CERT_HAS_EXPIRED: 'host-certificate-expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'host-certificate-of-another',
} as const
const UNTRUSTED = /SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|CERT_/
const NOT_TLS = /ERR_SSL_|EPROTO/

/** The usual failures; undefined for all others. */
function causeOfCode(code: string) {
  if (isKnown(code)) return CAUSES[code]
  if (UNTRUSTED.test(code)) return 'host-certificate-untrusted'
  return NOT_TLS.test(code) ? 'host-without-https' : undefined
}

function isKnown(code: string): code is keyof typeof CAUSES {
  return Object.hasOwn(CAUSES, code)
}

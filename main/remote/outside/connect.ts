import { lookup } from 'node:dns/promises'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { requestPlain } from './plain-http.ts'

const REDIRECTS = [301, 302, 303, 307, 308]

export interface ResolvedAddress {
  readonly address: string
  readonly family: number
}

/** Body of a request. */
export interface Sending {
  readonly type: string
  readonly body: AsyncIterable<Uint8Array>
}

/** How one address is asked. */
interface Asking {
  /** Addresses that the name resolved to, already checked. */
  readonly addresses: readonly ResolvedAddress[]
  readonly headers: Readonly<Record<string, string>>
  readonly total: AbortSignal
  /** How long the head may take; behind what is sent, where something is. */
  readonly answerMs: number
  readonly sending?: Sending | undefined
}

/** The head of an answer; its bytes follow until `total` aborts. */
export function answerOf(url: URL, { addresses, total, answerMs, ...sent }: Asking): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = requestTo(url, { addresses, total, ...sent })
    let slow: NodeJS.Timeout | undefined
    const begin = () => {
      slow = setTimeout(() => asked.destroy(new DOMException('No answer in time', 'TimeoutError')), answerMs)
    }
    asked.once('response', resolve)
    // Errors behind the head reach the reader of the bytes; here they are only kept from ending the process.
    asked.on('error', reject)
    asked.once('response', () => clearTimeout(slow))
    asked.once('close', () => clearTimeout(slow))
    if (sent.sending === undefined) {
      begin()
      asked.end()
      return
    }
    asked.once('finish', begin)
    // A failure while sending ends the request, and is reported there.
    pipeline(Readable.from(sent.sending.body), asked).catch((failure: unknown) => void asked.destroy(asError(failure)))
  })
}

function requestTo(url: URL, { addresses, headers, total, sending }: Omit<Asking, 'answerMs'>): ClientRequest {
  const request = url.protocol === 'https:' ? requestSecure : requestPlain
  const asking = { agent: false, lookup: pinnedTo(addresses), signal: total }
  if (sending === undefined) return request(url, { ...asking, headers })
  return request(url, { ...asking, method: 'PUT', headers: { ...headers, 'content-type': sending.type } })
}

function asError(failure: unknown): Error {
  return failure instanceof Error ? failure : new Error(String(failure))
}

/** Answers with what was looked up and checked before: a name cannot change between check and connection. */
function pinnedTo(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_host, { all }, done) => {
    const [first] = addresses
    if (all === true) done(null, [...addresses])
    else done(null, first?.address ?? '', first?.family)
  }
}

/** Where an answer leads instead. */
export function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  return REDIRECTS.includes(statusCode) ? headers.location : undefined
}

/** The addresses behind a name; rejects where there are none. */
export function resolveName(host: string): Promise<ResolvedAddress[]> {
  return lookup(host, { all: true })
}

export async function within<Value>(limitMs: number, work: Promise<Value>): Promise<Value> {
  const limit = Promise.withResolvers<never>()
  const timer = setTimeout(() => limit.reject(new DOMException('No answer in time', 'TimeoutError')), limitMs)
  return Promise.race([work, limit.promise]).finally(() => clearTimeout(timer))
}

const FAULTS = {
  ENOTFOUND: 'fetch-host-unknown',
  EAI_AGAIN: 'fetch-host-unknown',
  ECONNREFUSED: 'fetch-host-refuses',
  ECONNRESET: 'fetch-host-broke-off',
  TimeoutError: 'fetch-host-silent',
  AbortError: 'fetch-host-slow',
} as const

/** The fault of a host, by the failure of its request. */
export function faultOf(host: string, failure: unknown): Message {
  if (!(failure instanceof Error)) return message('fetch-host-unreachable', { host })
  const code = 'code' in failure ? String(failure.code) : ''
  if (isKnown(failure.name)) return message(FAULTS[failure.name], { host })
  if (isKnown(code)) return message(FAULTS[code], { host })
  return message('fetch-host-unreachable-by', { host, code: code || failure.name })
}

function isKnown(name: string): name is keyof typeof FAULTS {
  return Object.hasOwn(FAULTS, name)
}

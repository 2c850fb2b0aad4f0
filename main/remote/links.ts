import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { ReadableStream as SentStream } from 'node:stream/web'
import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import { shorten } from '#common/text'
import { answerOf, type ResolvedAddress, resolveName, type Sending, within } from './outside/connect.ts'
import { isPublicAddress } from './outside/public-address.ts'

/** Which links of a server's answers are followed besides those to the server itself. */
export interface LinkRules {
  /** Other servers that the connection names, by any of their addresses. */
  readonly named?: readonly (string | null)[]
  /** `host` or `host:port` of this network that images may be fetched from. */
  readonly trustedHosts?: readonly string[] | undefined
  /** The addresses behind a name; rejects where there are none. */
  readonly resolve?: (host: string) => Promise<readonly ResolvedAddress[]>
}

interface Options {
  readonly base: URL
  readonly answerMs: number
}

const MAX_REDIRECTS = 5
const REDIRECTS = [301, 302, 303, 307, 308]

/**
 * Follows links that a server's answers name: to the server itself, to servers that the connection names, and otherwise only to the open
 * internet. Without that, a malicious server would have this machine ask whatever its network reaches. Redirects are links like any other.
 */
export function linkFollower(
  { named = [], trustedHosts, resolve = resolveName }: LinkRules,
  { base, answerMs }: Options,
) {
  const known = new Set([base.origin, ...named.flatMap((address) => (address ? [new URL(address).origin] : []))])
  const trusted = new Set(trustedHosts)

  function read(link: string, from?: URL): Result<URL, Refusal> {
    const url = URL.parse(link, from?.href)
    if (url === null || !/^https?:$/.test(url.protocol) || `${url.username}${url.password}` !== '') {
      return refuse('remote-link-malformed', { host: base.host, link: shorten(link) })
    }
    // Behind a proxy that speaks TLS for it, a server may not know how it was asked.
    if (url.host === base.host) url.protocol = base.protocol
    return ok(url)
  }

  async function addressesOf(url: URL): Promise<Result<readonly ResolvedAddress[], Refusal>> {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const family = isIP(host)
    const found = family > 0 ? [{ address: host, family }] : await within(answerMs, resolve(host))
    const port = url.port || (url.protocol === 'https:' ? '443' : '80')
    const isTrusted = [host, url.hostname].some((name) => trusted.has(name) || trusted.has(`${name}:${port}`))
    if (isTrusted || (found.length > 0 && found.every(({ address }) => isPublicAddress(address)))) return ok(found)
    const flag = `--trusted-hosts ${url.hostname}`
    return refuse('remote-link-to-private-network', { host: base.host, target: url.host, flag })
  }

  /** An answer from there, and nowhere else. Throws as `fetch` does. */
  async function ask(url: URL, signal: AbortSignal, sending?: Sending): Promise<Result<Response, Refusal>> {
    if (known.has(url.origin)) return ok(await fetch(url, toInit(signal, sending)))
    const addresses = await addressesOf(url)
    if (!addresses.ok) return addresses
    const asking = { addresses: addresses.value, headers: {}, total: signal, answerMs }
    return ok(toResponse(await answerOf(url, { ...asking, sending })))
  }

  return {
    /** The answer behind all redirects. */
    async get(link: string, signal: AbortSignal): Promise<Result<Response, Refusal>> {
      let url = read(link)
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
        if (!url.ok) return url
        const answer = await ask(url.value, signal)
        if (!answer.ok) return answer
        const next = nextOf(answer.value)
        if (next === undefined) return answer
        await answer.value.body?.cancel()
        url = read(next, url.value)
      }
      return refuse('remote-redirects-too-often', { host: base.host, n: MAX_REDIRECTS })
    },
    /** Sends a file once; it cannot be sent again to where a redirect leads. */
    async put(link: string, signal: AbortSignal, sending: Sending): Promise<Result<Response, Refusal>> {
      const url = read(link)
      return url.ok ? ask(url.value, signal, sending) : url
    },
  }
}

/** Where an answer leads instead. */
export function nextOf({ status, headers }: Response): string | undefined {
  return REDIRECTS.includes(status) ? (headers.get('location') ?? undefined) : undefined
}

function toInit(signal: AbortSignal, sending: Sending | undefined): RequestInit {
  const init: RequestInit = { redirect: 'manual', signal }
  if (sending === undefined) return init
  const { type, body } = sending
  const headers = { 'content-type': type }
  return Object.assign(init, { method: 'PUT', headers, body: SentStream.from(body), duplex: 'half' })
}

function toResponse(answer: IncomingMessage): Response {
  const { statusCode: status = 502 } = answer
  const headers = new Headers()
  for (let at = 0; at < answer.rawHeaders.length; at += 2) {
    headers.append(answer.rawHeaders[at] ?? '', answer.rawHeaders[at + 1] ?? '')
  }
  const isEmpty = status === 204 || status === 304
  if (isEmpty) answer.resume()
  return new Response(isEmpty ? null : bytesOf(answer), { status, headers })
}

function bytesOf(answer: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = answer[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next()
      if (next.done === true) controller.close()
      else controller.enqueue(z.instanceof(Uint8Array).parse(next.value))
    },
    cancel: () => void answer.destroy(),
  })
}

import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { z } from 'zod'
import type { Refusal } from '#common/errors'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import { FetchBrokenError, type ImageFetcher } from '#core/dataset/images/fetch-ports'
import { answerOf, faultOf, type ResolvedAddress, redirectOf, resolveName, within } from '../outside/connect.ts'
import { isPublicAddress } from '../outside/public-address.ts'
import { hostFailed, notFetched, readTarget, type Target } from './target.ts'

export interface FetcherOptions {
  /** `host` or `host:port`, lower case: asked wherever their names lead. All others only at public addresses. */
  readonly trustedHosts?: readonly string[]
  /** The addresses behind a name; rejects where there are none. */
  readonly resolve?: (host: string) => Promise<readonly ResolvedAddress[]>
  /** How long a host may take until its answer begins. */
  readonly answerMs?: number
  /** How long all of it may take, redirects and bytes together. */
  readonly totalMs?: number
}

const MAX_REDIRECTS = 5
/** Bytes are wanted as they lie there: nothing here unpacks them. */
const HEADERS = { accept: 'image/*, */*;q=0.1', 'accept-encoding': 'identity', 'user-agent': 'Tessera' }

/**
 * Fetches images over HTTP without being led into the network of this machine: every address is looked up once, checked, and
 * connected to as it was checked, after each redirect again. No proxy, no cookies, no credentials.
 */
export function imageFetcher(options: FetcherOptions = {}): ImageFetcher {
  const { resolve = resolveName, answerMs = 20_000, totalMs = 240_000 } = options
  const trusted = new Set(options.trustedHosts)

  async function addressesOf(target: Target): Promise<Result<readonly ResolvedAddress[], Refusal>> {
    const { host, port } = target
    const isTrusted = [host, bracketed(host)].some((name) => trusted.has(name) || trusted.has(`${name}:${port}`))
    const family = isIP(host)
    try {
      const found = family > 0 ? [{ address: host, family }] : await within(answerMs, resolve(host))
      if (found.length === 0) return hostFailed(message('fetch-host-unknown', { host: target.url.host }))
      // One inner address among outer ones is a trap, not a choice.
      if (isTrusted || found.every(({ address }) => isPublicAddress(address))) return ok(found)
      return notFetched(message('url-not-on-internet', { host: target.url.host, flag: flagFor(host) }))
    } catch (failure) {
      return hostFailed(faultOf(target.url.host, failure))
    }
  }

  async function ask(target: Target, total: AbortSignal): Promise<Result<IncomingMessage, Refusal>> {
    const addresses = await addressesOf(target)
    if (!addresses.ok) return addresses
    try {
      const asking = { addresses: addresses.value, headers: HEADERS, total, answerMs }
      return ok(await answerOf(target.url, asking))
    } catch (failure) {
      return hostFailed(faultOf(target.url.host, failure))
    }
  }

  return {
    async open(url, signal) {
      const limit = AbortSignal.timeout(totalMs)
      const total = signal === undefined ? limit : AbortSignal.any([limit, signal])
      let target = readTarget(url)
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
        if (!target.ok) return target
        const answer = await ask(target.value, total)
        if (!answer.ok) return answer
        const next = redirectOf(answer.value)
        if (next === undefined) return imageIn(target.value, answer.value, total)
        answer.value.destroy()
        target = readTarget(next, target.value)
      }
      return notFetched(message('url-redirected-too-often', { most: MAX_REDIRECTS }))
    },
  }
}

function imageIn(
  target: Target,
  answer: IncomingMessage,
  total: AbortSignal,
): Result<AsyncIterable<Uint8Array>, Refusal> {
  if (answer.statusCode === 200) return ok(bytesOf(target, answer, total))
  answer.destroy()
  return hostFailed(message('fetch-host-answered', { host: target.url.host, status: String(answer.statusCode) }))
}

async function* bytesOf(target: Target, answer: IncomingMessage, total: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of answer) yield z.instanceof(Uint8Array).parse(chunk)
  } catch (failure) {
    // An answer that is cut short says nothing of who cut it.
    const fault = faultOf(target.url.host, total.aborted ? total.reason : failure)
    throw new FetchBrokenError(hostFailed(fault).error, failure)
  }
}

function bracketed(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host
}

function flagFor(host: string): string {
  return `--trusted-hosts ${bracketed(host)}`
}

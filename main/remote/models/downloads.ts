import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { z } from 'zod'
import type { Refusal } from '#common/errors'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import { type DownloadAnswer, DownloadBrokenError, type ModelDownloads } from '#core/models/store/ports'
import { answerOf, faultOf, type ResolvedAddress, redirectOf, resolveName, within } from '../outside/connect.ts'
import { isPublicAddress } from '../outside/public-address.ts'
import { answered, type Hop, hostFailed, notFetched, readHop } from './hops.ts'

export interface DownloadOptions {
  /** The addresses behind a name; rejects where there are none. */
  readonly resolve?: (host: string) => Promise<readonly ResolvedAddress[]>
  /** How long a host may take until its answer begins, and between two pieces of it. */
  readonly idleMs?: number
}

const MAX_REDIRECTS = 5
/** Bytes are wanted as they lie there: nothing here unpacks them. */
const HEADERS = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Tessera' }

/**
 * Fetches the files of models over HTTPS, from the open internet alone; a mirror that the operator named may be anything, and lends that
 * to none of its redirects. Every address is checked and connected to as it was checked.
 */
export function modelDownloads({ resolve = resolveName, idleMs = 60_000 }: DownloadOptions = {}): ModelDownloads {
  async function addressesOf({ url, host, isTrusted }: Hop): Promise<Result<readonly ResolvedAddress[], Refusal>> {
    const family = isIP(host)
    try {
      const found = family > 0 ? [{ address: host, family }] : await within(idleMs, resolve(host))
      if (found.length === 0) return hostFailed(url, message('fetch-host-unknown', { host: url.host }))
      if (isTrusted || found.every(({ address }) => isPublicAddress(address))) return ok(found)
      return notFetched(url, message('url-not-open'))
    } catch (failure) {
      return hostFailed(url, faultOf(url.host, failure))
    }
  }

  async function ask(hop: Hop, headers: Readonly<Record<string, string>>, total: AbortSignal) {
    const addresses = await addressesOf(hop)
    if (!addresses.ok) return addresses
    try {
      const asking = { addresses: addresses.value, headers: { ...HEADERS, ...headers }, total, answerMs: idleMs }
      return ok(await answerOf(hop.url, asking))
    } catch (failure) {
      return hostFailed(hop.url, faultOf(hop.url.host, failure))
    }
  }

  /** The answer of the host behind all redirects. */
  async function follow(
    url: string,
    { trusted, headers }: { readonly trusted: boolean; readonly headers: Readonly<Record<string, string>> },
    total: AbortSignal,
  ): Promise<Result<{ readonly url: URL; readonly answer: IncomingMessage }, Refusal>> {
    let hop = readHop(url, { trusted })
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      if (!hop.ok) return hop
      const answer = await ask(hop.value, headers, total)
      if (!answer.ok) return answer
      const next = redirectOf(answer.value)
      if (next === undefined) return ok({ url: hop.value.url, answer: answer.value })
      answer.value.destroy()
      hop = readHop(next, { from: hop.value })
    }
    return notFetched(new URL(url), message('url-redirected-too-often', { most: MAX_REDIRECTS }))
  }

  return {
    async open(url, { offset, mark, trusted }, signal) {
      const idle = new AbortController()
      const total = AbortSignal.any([idle.signal, signal])
      const isRest = offset > 0 && mark !== undefined
      const headers = isRest ? { range: `bytes=${offset}-`, 'if-range': mark } : undefined
      const first = await follow(url, { trusted, headers: headers ?? {} }, total)
      if (!first.ok) return first
      const wanted = { offset: isRest ? offset : 0, mark }
      const read = answered(first.value.url, first.value.answer, wanted)
      if (read !== 'whole') return opened(read, first.value, { idle, idleMs, total })
      // The rest that it offers is not the one that was asked for.
      first.value.answer.destroy()
      const whole = await follow(url, { trusted, headers: {} }, total)
      if (!whole.ok) return whole
      const again = answered(whole.value.url, whole.value.answer, { offset: 0, mark: undefined })
      if (again === 'whole')
        return hostFailed(whole.value.url, message('fetch-host-sent-part', { host: whole.value.url.host }))
      return opened(again, whole.value, { idle, idleMs, total })
    },
  }
}

interface Reading {
  readonly idle: AbortController
  readonly idleMs: number
  readonly total: AbortSignal
}

function opened(
  head: Result<Omit<DownloadAnswer, 'bytes'>, Refusal>,
  { url, answer }: { readonly url: URL; readonly answer: IncomingMessage },
  reading: Reading,
): Result<DownloadAnswer, Refusal> {
  if (head.ok) return ok({ ...head.value, bytes: bytesOf(url, answer, reading) })
  answer.destroy()
  return head
}

async function* bytesOf(
  url: URL,
  answer: IncomingMessage,
  { idle, idleMs, total }: Reading,
): AsyncGenerator<Uint8Array> {
  const late = () => idle.abort(new DOMException('No bytes in time', 'TimeoutError'))
  let timer = setTimeout(late, idleMs)
  try {
    for await (const chunk of answer) {
      clearTimeout(timer)
      yield z.instanceof(Uint8Array).parse(chunk)
      timer = setTimeout(late, idleMs)
    }
  } catch (failure) {
    // An answer that is cut short says nothing of who cut it.
    const fault = faultOf(url.host, total.aborted ? total.reason : failure)
    throw new DownloadBrokenError(hostFailed(url, fault).error, failure)
  } finally {
    clearTimeout(timer)
    answer.destroy()
  }
}

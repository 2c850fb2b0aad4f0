import type { IncomingMessage } from 'node:http'
import { type Refusal, refuse } from '#common/errors'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { ok, type Result } from '#common/result'
import { shorten } from '#common/text'
import type { DownloadAnswer } from '#core/models/store/ports'

/** One address of a chain of redirects to a file. */
export interface Hop {
  readonly url: URL
  /** Name or IP address, lower case, without brackets. */
  readonly host: string
  /** Set by the operator; may be insecure or outside the open internet. */
  readonly isTrusted: boolean
}

/** Reads an address that a catalogue names, or that a redirect from `from` leads to. */
export function readHop(
  text: string,
  { from, trusted = false }: { readonly from?: Hop; readonly trusted?: boolean },
): Result<Hop, Refusal> {
  const url = URL.parse(text, from?.url.href)
  if (url === null) return refuse('model-address-malformed', { text: shorten(text) })
  const isTrusted = trusted || isSamePlace(url, from)
  if (!/^https?:$/.test(url.protocol) || (url.protocol === 'http:' && !isTrusted)) {
    return notFetched(url, message('url-without-https'))
  }
  if (`${url.username}${url.password}` !== '') return notFetched(url, message('url-with-user'))
  url.hash = ''
  return ok({ url, host: url.hostname.replace(/^\[|\]$/g, ''), isTrusted })
}

/** An address that the operator named may redirect to its own origin, and to nothing else of the own network. */
function isSamePlace({ origin }: URL, from: Hop | undefined): boolean {
  return from?.isTrusted === true && from.url.origin === origin
}

interface WantedPart {
  readonly offset: number
  readonly mark: string | undefined
}

/** `whole`: the host offers a part that was not asked for, so the file is to be asked for from its start. */
export function answered(
  url: URL,
  { statusCode = 0, headers }: IncomingMessage,
  wanted: WantedPart,
): Result<Omit<DownloadAnswer, 'bytes'>, Refusal> | 'whole' {
  switch (statusCode) {
    case 200:
      return ok({ offset: 0, totalBytes: numberOf(headers['content-length']), mark: markOf(headers) })
    case 206:
      return partOf(headers, wanted)
    case 416:
      return 'whole'
    default:
      return refusedBy(url, statusCode)
  }
}

function partOf(headers: IncomingMessage['headers'], { offset, mark }: WantedPart) {
  const [, start, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers['content-range'] ?? '') ?? []
  const isWanted = offset > 0 && Number(start) === offset && (markOf(headers) ?? mark) === mark
  return isWanted ? ok({ offset, totalBytes: numberOf(total), mark }) : 'whole'
}

/** A weak mark stands for more than one spelling of a file, so no part can be held against it. */
function markOf({ etag, 'last-modified': changed }: IncomingMessage['headers']): string | undefined {
  return etag !== undefined && !etag.startsWith('W/') ? etag : changed
}

function numberOf(text: string | undefined): number | undefined {
  const number = Number(text)
  return text !== undefined && Number.isSafeInteger(number) ? number : undefined
}

function refusedBy(url: URL, status: number): ReturnType<typeof refuse> {
  const file = fileOf(url)
  if (status === 404 || status === 410) {
    return refuse('model-file-gone-from-host', { host: url.host, file, status })
  }
  if (status === 401 || status === 403) {
    return refuse('model-host-needs-sign-in', { host: url.host, file, status })
  }
  if (status === 408 || status === 429 || status >= 500)
    return hostFailed(url, message('fetch-host-answered', { host: url.host, status: String(status) }))
  return refuse('model-host-answered', { host: url.host, status, file })
}

/** A different address is needed. */
export function notFetched(url: URL, reason: Message) {
  return refuse('model-file-not-fetched', { file: fileOf(url), host: url.host }, reason)
}

/** The host failed; another attempt may succeed. */
export function hostFailed(url: URL, fault: Message) {
  return refuse('model-host-failed', { file: fileOf(url) }, fault)
}

function fileOf({ pathname }: URL): string {
  return shorten(decodeURIComponent(pathname.split('/').at(-1) ?? ''), 80)
}

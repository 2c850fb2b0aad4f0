import { isIPv4 } from 'node:net'
import { type Refusal, refuse } from '#common/errors'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { ok, type Result } from '#common/result'
import { shorten } from '#common/text'

/** A machine and what to ask it for. */
export interface Target {
  readonly url: URL
  /** Name or IP address, lower case, without brackets. */
  readonly host: string
  readonly port: number
}

const MAX_URL = 4096
/** So much of an address stands in a sentence. */
const MOST_QUOTED = 80

/** Reads the address that a caller wrote, or that a redirect from `from` leads to. */
export function readTarget(text: string, from?: Target): Result<Target, Refusal> {
  if (text.length > MAX_URL)
    return notFetched(message('url-too-long', { length: String(text.length), most: String(MAX_URL) }))
  const url = URL.parse(text, from?.url.href)
  if (url === null) return notFetched(message('url-malformed', { text: shorten(text, MOST_QUOTED) }))
  if (!/^https?:$/.test(url.protocol))
    return notFetched(message('url-of-other-scheme', { text: shorten(text, MOST_QUOTED) }))
  if (url.username !== '' || url.password !== '') return notFetched(message('url-with-user'))
  if (isDisguised(url, text, from)) return notFetched(message('url-disguised', { host: url.hostname }))
  url.hash = ''
  const port = url.port === '' ? { 'http:': 80, 'https:': 443 }[url.protocol] : Number(url.port)
  return ok({ url, host: url.hostname.replace(/^\[|\]$/g, ''), port: port ?? 0 })
}

/** Such as 0x7f.1, 2130706433 or 127%2e0.0.1, which nobody writes who does not want to hide where it leads. */
function isDisguised({ hostname }: URL, text: string, from: Target | undefined): boolean {
  return isIPv4(hostname) && hostname !== from?.host && !text.includes(hostname)
}

/** The caller must change the address. */
export function notFetched(reason: Message) {
  return refuse('image-url-not-fetched', {}, reason)
}

/** The host failed; another attempt may succeed. */
export function hostFailed(fault: Message) {
  return refuse('image-host-failed', {}, fault)
}

import { isIPv4 } from 'node:net'
import { type Refusal, refuseSaying } from '#common/errors'
import { ok, type Result } from '#common/result'
import { shorten } from '#common/text'
import { FETCH_PREFIX } from '#core/dataset/images/fetch-ports'

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
  if (text.length > MAX_URL) return notFetched(`it has ${text.length} characters; at most ${MAX_URL} are read`)
  const url = URL.parse(text, from?.url.href)
  if (url === null) return notFetched(`"${shorten(text, MOST_QUOTED)}" is not an address`)
  if (!/^https?:$/.test(url.protocol))
    return notFetched(`"${shorten(text, MOST_QUOTED)}" must begin with http:// or https://`)
  if (url.username !== '' || url.password !== '') return notFetched('it must not hold a user name or password')
  if (isDisguised(url, text, from)) return notFetched(`write the host as ${url.hostname}, not in another spelling`)
  url.hash = ''
  const port = url.port === '' ? { 'http:': 80, 'https:': 443 }[url.protocol] : Number(url.port)
  return ok({ url, host: url.hostname.replace(/^\[|\]$/g, ''), port: port ?? 0 })
}

/** Such as 0x7f.1, 2130706433 or 127%2e0.0.1, which nobody writes who does not want to hide where it leads. */
function isDisguised({ hostname }: URL, text: string, from: Target | undefined): boolean {
  return isIPv4(hostname) && hostname !== from?.host && !text.includes(hostname)
}

/** The caller must change the address. */
export function notFetched(reason: string) {
  return refuseSaying('image-url-refused', `${FETCH_PREFIX}${reason}`)
}

/** The host is at fault; it may do better another time. */
export function hostFailed({ url }: Target, reason: string) {
  return refuseSaying('image-url-failed', `${FETCH_PREFIX}${url.host} ${reason}`)
}

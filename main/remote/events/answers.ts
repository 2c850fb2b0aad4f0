import { z } from 'zod'
import { parseBounded, SMALL_FILE } from '#common/json/bounds'
import type { SendFailure } from '#core/events/upload/ports'
import type { PostAnswer } from './exchange.ts'

/** Whose answer it is. The key is never repeated, also when the answer does. */
export interface About {
  readonly host: string
  readonly key: string | undefined
}

/** Its answer to a request that does not say why it failed. */
const Reason = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ detail: z.string() }).transform(({ detail }) => detail),
  z.object({ message: z.string() }).transform(({ message }) => message),
])

/** Statuses that pass, although their numbers blame the client: too slow, two at a time, too early, too many. */
const PASSING = [408, 409, 425, 429]
const LONGEST_WORDS = 200

/** The failure that the status of an answer stands for; undefined where the event was accepted. */
export function failureOf({ status, retryAfter, text }: PostAnswer, { host, key }: About): SendFailure | undefined {
  if (status >= 200 && status < 300) return undefined
  if (status === 401 || status === 403) return { kind: 'locked', reason: lockedSentence(status, { host, key }) }
  const words = wordsOf(text, key)
  if (status < 400) return { kind: 'busy', reason: redirectedSentence(host, status) }
  if (status < 500 && !PASSING.includes(status))
    return { kind: 'refused', reason: `${host} does not take the event (${status})${words}` }
  const waitMs = retryAfter === undefined ? undefined : waitOf(retryAfter)
  const asked = waitMs === undefined ? {} : { retryAfterMs: waitMs }
  return { kind: 'busy', reason: `${host} cannot take events now (${status})${words}`, ...asked }
}

/** It says yes in a way that the receiver of events would not. */
export function misunderstood({ host }: About): SendFailure {
  const reason = `${host} answers in a way that is not understood. Is CLOUD_UPLOAD_URL the address of a receiver of vision events?`
  return { kind: 'busy', reason }
}

function lockedSentence(status: number, { host, key }: About): string {
  if (key === undefined) return `${host} asks for a key (${status}). Set CLOUD_UPLOAD_API_KEY`
  return `${host} does not take the key (${status}). Check CLOUD_UPLOAD_API_KEY`
}

function redirectedSentence(host: string, status: number): string {
  return `${host} leads elsewhere (${status}), where events are not sent. Set CLOUD_UPLOAD_URL to the address itself`
}

/** Message in the answer, as the rest of a sentence. */
function wordsOf(text: string | undefined, key: string | undefined): string {
  const words = Reason.safeParse(parseBounded(text ?? '', SMALL_FILE))
  if (!words.success) return ''
  const quiet = key === undefined ? words.data : words.data.replaceAll(key, '…')
  const plain = quiet.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return `: ${plain.length > LONGEST_WORDS ? `${plain.slice(0, LONGEST_WORDS)}…` : plain}`
}

/** Milliseconds until the moment that `Retry-After` names: seconds from now, or a date. */
function waitOf(header: string): number | undefined {
  const wait = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined
}

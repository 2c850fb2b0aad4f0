import { z } from 'zod'
import { parseBounded, SMALL_FILE } from '#common/json/bounds'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
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
  if (status === 401 || status === 403) return { kind: 'locked', reason: message(lockedBy(key), { host, status }) }
  const words = wordsOf(text, key)
  if (status < 400) return { kind: 'busy', reason: message('upload-redirected', { host, status }) }
  if (status < 500 && !PASSING.includes(status))
    return { kind: 'refused', reason: failing('upload-refused', { host, status, words }) }
  const waitMs = retryAfter === undefined ? undefined : waitOf(retryAfter)
  const asked = waitMs === undefined ? {} : { retryAfterMs: waitMs }
  return { kind: 'busy', reason: failing('upload-busy', { host, status, words }), ...asked }
}

/** It says yes in a way that the receiver of events would not. */
export function misunderstood({ host }: About): SendFailure {
  return { kind: 'busy', reason: message('upload-misunderstood', { host }) }
}

function lockedBy(key: string | undefined): 'upload-key-missing' | 'upload-key-refused' {
  return key === undefined ? 'upload-key-missing' : 'upload-key-refused'
}

interface Failing {
  readonly host: string
  readonly status: number
  /** Of the other side. */
  readonly words: string | undefined
}

function failing(code: 'upload-refused' | 'upload-busy', { host, status, words }: Failing): Message {
  return words === undefined ? message(code, { host, status }) : message(`${code}-saying`, { host, status, words })
}

/** The other side's own words in its answer. */
function wordsOf(text: string | undefined, key: string | undefined): string | undefined {
  const words = Reason.safeParse(parseBounded(text ?? '', SMALL_FILE))
  if (!words.success) return undefined
  const quiet = key === undefined ? words.data : words.data.replaceAll(key, '…')
  const plain = quiet.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return plain.length > LONGEST_WORDS ? `${plain.slice(0, LONGEST_WORDS)}…` : plain
}

/** Milliseconds until the moment that `Retry-After` names: seconds from now, or a date. */
function waitOf(header: string): number | undefined {
  const wait = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined
}

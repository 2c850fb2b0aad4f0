import { z } from 'zod'
import { literal, message } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'

/** Error codes of the system and the database for a disk that is read-only, out of order or not there. */
const DISK_TROUBLE = /^(?:EROFS|EIO|ENODEV|SQLITE_(?:READONLY|IOERR|CANTOPEN))/

/** The failure as a message where the disk is its cause. */
function troubleOf(failure: unknown): Message | undefined {
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : ''
  return DISK_TROUBLE.test(code) ? message('disk-trouble', { code }) : undefined
}

/** The same in English. */
export function diskTrouble(failure: unknown): string | undefined {
  const trouble = troubleOf(failure)
  return trouble && sentenceOf(trouble)
}

/** Errors of our own that carry what they say. */
const Telling = z.union([
  z.object({ refusal: z.custom<Message>(isMessage) }).transform(({ refusal }) => refusal),
  z.object({ said: z.custom<Message>(isMessage) }).transform(({ said }) => said),
])

/** The failure for people, without the paths of this machine that the operating system puts at the end of its own words. */
export function failureMessage(failure: unknown): Message {
  const own = failure instanceof Error ? (Telling.safeParse(failure).data ?? troubleOf(failure)) : undefined
  if (own !== undefined) return own
  // Its own words are for programmers; the log has them.
  return failure instanceof z.ZodError ? message('stored-data-damaged') : literal(wordsOf(failure))
}

function wordsOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure)
  const { message: words } = failure
  const at = 'syscall' in failure ? words.indexOf(`, ${String(failure.syscall)}`) : -1
  return at < 0 ? words : words.slice(0, at)
}

/** The same in English. */
export function messageOf(failure: unknown): string {
  return sentenceOf(failureMessage(failure))
}

function isMessage(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'code' in value && 'params' in value
}

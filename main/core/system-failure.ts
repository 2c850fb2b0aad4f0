import { z } from 'zod'
import { literal, message } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'

/** Error codes of the system and the database for a disk that is read-only, out of order or not there. */
const DISK_TROUBLE = /^(?:EROFS|EIO|ENODEV|SQLITE_(?:READONLY|IOERR|CANTOPEN))/

/** The failure in plain words where the disk is its cause. */
export function diskTrouble(failure: unknown): string | undefined {
  const fault = diskFault(failure)
  return fault && sentenceOf(fault)
}

function diskFault(failure: unknown): Message | undefined {
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : ''
  return DISK_TROUBLE.test(code) ? message('disk-in-trouble', { code }) : undefined
}

/** The message of a failure, without the paths of this machine that the operating system puts at the end of its own. */
export function messageOf(failure: unknown): string {
  return sentenceOf(faultOf(failure))
}

/** The same for people. What a bug or the operating system says has no code. */
export function faultOf(failure: unknown): Message {
  if (!(failure instanceof Error)) return literal(String(failure))
  // Its own words are for programmers; the log has them.
  const fallback = failure instanceof z.ZodError ? message('stored-data-damaged') : literal(ownWords(failure))
  return diskFault(failure) ?? fallback
}

function ownWords(failure: Error): string {
  const text = failure.message
  if (!('syscall' in failure)) return text
  const at = text.indexOf(`, ${String(failure.syscall)}`)
  return at < 0 ? text : text.slice(0, at)
}

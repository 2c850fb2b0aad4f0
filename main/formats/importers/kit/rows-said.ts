import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'

/** The parts of files that are numbered from 1. */
export type NumberedPart =
  | 'part-annotation'
  | 'part-category'
  | 'part-image'
  | 'part-object'
  | 'part-person'
  | 'part-record'

/** `Object 3 skipped: it has no name.` */
export function partSkipped(part: NumberedPart, number: number, fault: Message): Message {
  return message('part-skipped', { part: message(part, { number }) }, fault)
}

/** The fault of a file as a sentence with its full stop. */
export function inFull(fault: Message): Message {
  return message('sentence-of-file', {}, fault)
}

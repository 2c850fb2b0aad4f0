import { BareMessage } from '#common/contract/kit'
import { literal } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { ifSound } from '../kit/stored-row.ts'

/** A message as a column keeps it: without a sentence, which each reader makes in another language. */
export function toStoredMessage(message: Message): string {
  return JSON.stringify(BareMessage.parse(message))
}

/** The message of a column. Whatever else stands there is shown as it is. */
export function fromStoredMessage(text: string): Message {
  return ifSound(() => BareMessage.parse(JSON.parse(text))) ?? literal(text)
}

import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'

/** A failure whose words are a message of ours. */
export class SaidError extends Error {
  override readonly name = 'SaidError'
  readonly said: Message

  constructor(said: Message) {
    super(sentenceOf(said))
    this.said = said
  }
}

import { sentenceOf } from './sentence.ts'
import type { Message } from './template.ts'

/** A failure whose words are a message of ours. */
export class SaidError extends Error {
  override readonly name: string = 'SaidError'
  readonly said: Message

  constructor(said: Message, options?: ErrorOptions) {
    super(sentenceOf(said), options)
    this.said = said
  }
}

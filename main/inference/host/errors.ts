import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
/** A run of a network, or loading it, took longer than its limit; what computes cannot be ended but with its process. */
export class ModelOverranError extends Error {
  override readonly name = 'ModelOverranError'
  readonly code = 'model-overran'
  readonly seconds: number

  constructor(seconds: number) {
    super('model-overran')
    this.seconds = seconds
  }
}

/** A network could not be loaded or did not run. */
export class ModelRunError extends Error {
  override readonly name = 'ModelRunError'
  readonly code = 'model-broken'
  readonly says: Message

  constructor(says: Message) {
    super(sentenceOf(says))
    this.says = says
  }
}

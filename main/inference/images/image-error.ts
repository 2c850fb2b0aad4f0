import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
/** The image of a request cannot be used. */
export class ImageError extends Error {
  override readonly name = 'ImageError'
  readonly code = 'picture-unreadable'
  /** The reason, without a full stop. */
  readonly says: Message

  constructor(says: Message, failure?: unknown) {
    super(sentenceOf(says), failure === undefined ? undefined : { cause: failure })
    this.says = says
  }
}

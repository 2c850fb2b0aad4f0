import type { ImageId } from '#common/ids'
import { message } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import type { UnreadableImage } from '#core/versions/ports'
import { DamagedFileError } from '#decoding/image-file'

/** An image file that cannot be decoded. Its path stays in `cause`, and out of messages to users. */
export class ImageReadError extends Error implements UnreadableImage {
  override readonly name = 'ImageReadError'
  readonly code = 'image-read-failed'
  readonly said: Message
  readonly imageId: ImageId
  readonly isDamaged: boolean

  constructor(imageId: ImageId, cause: unknown, isDamaged = cause instanceof DamagedFileError) {
    const said = message('image-cannot-be-read', { name: imageId })
    super(sentenceOf(said), { cause })
    this.said = said
    this.imageId = imageId
    this.isDamaged = isDamaged
  }
}

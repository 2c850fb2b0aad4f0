import type { ImageId } from '#common/ids'
import { message } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import type { UnreadableImage } from '#core/versions/ports'
import { DamagedFileError } from '#decoding/image-file'

/** The file of an image cannot be decoded. Where it lies stays in the cause, out of what people read. */
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

import type { ImageId } from '#common/ids'
import type { UnreadableImage } from '#core/versions/ports'
import { DamagedFileError } from '#decoding/image-file'

/** An image file that cannot be decoded. Its path stays in `cause`, and out of messages to users. */
export class ImageReadError extends Error implements UnreadableImage {
  override readonly name = 'ImageReadError'
  readonly code = 'image-read-failed'
  readonly imageId: ImageId
  readonly isDamaged: boolean

  constructor(imageId: ImageId, cause: unknown, isDamaged = cause instanceof DamagedFileError) {
    super(`Cannot read ${imageId}. Upload the image again`, { cause })
    this.imageId = imageId
    this.isDamaged = isDamaged
  }
}

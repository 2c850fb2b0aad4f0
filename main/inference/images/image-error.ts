/** The image of a request cannot be used; the message is the cause, without a full stop. */
export class ImageError extends Error {
  override readonly name = 'ImageError'
  readonly code = 'picture-unreadable'

  constructor(cause: string, failure?: unknown) {
    super(cause, failure === undefined ? undefined : { cause: failure })
  }
}

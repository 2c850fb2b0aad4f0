/** The picture of a request cannot be used; the message is the cause, without a full stop. */
export class PictureError extends Error {
  override readonly name = 'PictureError'
  readonly code = 'picture-unreadable'

  constructor(cause: string, failure?: unknown) {
    super(cause, failure === undefined ? undefined : { cause: failure })
  }
}

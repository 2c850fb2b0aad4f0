import type { BlobHash } from '#common/ids'

/** Where the pixels of a picture are. */
export interface CutPicture {
  readonly blob: BlobHash
  readonly path: string
}

/** Pixels to send: a file, or bytes that were made for the request. */
export type MadePixels =
  | { readonly type: string; readonly path: string }
  | { readonly type: string; readonly bytes: Uint8Array }

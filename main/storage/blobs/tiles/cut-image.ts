import type { BlobHash } from '#common/ids'

/** Where the pixels of an image are. */
export interface CutImage {
  readonly blob: BlobHash
  readonly path: string
}

/** Pixels to send: a file, or bytes that were made for the request. */
export type MadePixels =
  | { readonly type: string; readonly path: string }
  | { readonly type: string; readonly bytes: Uint8Array }

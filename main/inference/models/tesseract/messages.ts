import type { Box } from '#common/geometry/box'

/** A message of the thread of Tesseract: once that it can read, then the words of one image after the other. */
export type TextReply = { readonly kind: 'started' } | { readonly kind: 'read'; readonly words: readonly ReadWord[] }

export interface ReadWord {
  readonly text: string
  /** In pixels of the image that was read. */
  readonly box: Box
  /** 0…1 */
  readonly confidence: number
}

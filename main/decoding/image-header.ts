import type { Orientation } from '#common/geometry/affine'
import type { Size } from '#common/geometry/space'
import type { ImageKind } from '#common/image-kinds'

/** The facts in the first bytes of an image. */
export interface ImageHeader {
  readonly format: ImageKind
  /** As the file has it, before it is turned for display. */
  readonly stored: Size
  readonly displayed: Size
  readonly orientation: Orientation
  readonly channels: number
  /** Kind of the samples and colour space, by libvips' names. */
  readonly depth: string
  readonly space: string
  readonly pages: number
  /** Interlaced PNG and progressive JPEG: no row is whole before the last byte. */
  readonly isProgressive: boolean
}

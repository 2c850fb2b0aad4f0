import type { Orientation } from '#common/geometry/affine'
import type { Size } from '#common/geometry/space'
import type { ImageKind } from '#common/image-kinds'

/** Properties from the header of an image. */
export interface ImageHeader {
  readonly format: ImageKind
  /** Size in the file, before it is oriented for display. */
  readonly stored: Size
  readonly displayed: Size
  readonly orientation: Orientation
  readonly channels: number
  /** Sample format and color space, by libvips' names. */
  readonly depth: string
  readonly space: string
  readonly pages: number
  /** Interlaced PNG or progressive JPEG: no row is complete before the last byte. */
  readonly isProgressive: boolean
}

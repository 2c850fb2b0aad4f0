import type { Orientation } from '#common/geometry/affine'
import type { Size } from '#common/geometry/space'
import { MOST_UNCUT_PIXELS } from '#common/geometry/tiles'
import { openImage } from '#decoding/image'
import type { ImageHeader } from '#decoding/image-header'

/** The facts in an image's header that decide how its pixels are kept. */
export interface TiledHeader {
  /** As the file has it, before it is turned for display. */
  readonly stored: Size
  readonly orientation: Orientation
  readonly pages: number
  /** The color space of images with 16 bits a sample, by libvips' name; undefined for all others. */
  readonly deepSpace: DeepSpace | undefined
}

export type DeepSpace = 'grey16' | 'rgb16'

/** An image that is no larger than its screen size needs no tiles. */
const SCREEN_SIDE = 2048

/** Throws for what is no image, or gone. */
export async function readHeader(path: string): Promise<TiledHeader> {
  return tiledHeader((await openImage(path)).header)
}

export function tiledHeader(header: ImageHeader): TiledHeader {
  const { stored, orientation, pages } = header
  return { stored, orientation, pages, deepSpace: deepSpaceOf(header) }
}

export function deepSpaceOf({ depth, space }: { depth?: string; space?: string }): DeepSpace | undefined {
  if (depth !== 'ushort') return undefined
  return space === 'grey16' || space === 'rgb16' ? space : undefined
}

/** Images with 16 bits a sample are never shown as they are: those above the screen size are cut, however few pixels they have. */
export function needsTiles({ stored: { width, height }, deepSpace }: TiledHeader): boolean {
  return width * height > MOST_UNCUT_PIXELS || (deepSpace !== undefined && Math.max(width, height) > SCREEN_SIDE)
}

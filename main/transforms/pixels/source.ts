import sharp, { type Sharp } from 'sharp'
import { type Orientation, orientedSize } from '#common/geometry/affine'
import type { Size } from '#common/geometry/space'
import type { ImageId } from '#common/ids'
import { ImageReadError } from '../image-read-error.ts'

/** A picture file whose header has been read. */
export interface SourcePicture {
  readonly imageId: ImageId
  readonly path: string
  /** As the file has it, before it is turned for display. */
  readonly stored: Size
  readonly displayed: Size
  readonly orientation: Orientation
  /** Deeper pictures are brought down to eight bits before anything else. */
  readonly hasEightBits: boolean
}

const ORIENTATIONS: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8]

/** A picture may have small faults, but must be whole. How large it may be was judged when it was brought in. */
const READING = { failOn: 'error', limitInputPixels: false } as const

export async function openPicture(imageId: ImageId, path: string): Promise<SourcePicture> {
  try {
    const { width, height, orientation: tag, depth } = await sharp(path, READING).metadata()
    const stored = { width, height }
    const orientation = ORIENTATIONS.find((known) => known === tag) ?? 1
    const displayed = orientedSize(orientation, stored)
    return { imageId, path, stored, displayed, orientation, hasEightBits: depth === 'uchar' }
  } catch (cause) {
    throw new ImageReadError(imageId, cause)
  }
}

/**
 * The stored pixels as 8-bit sRGB. Transparent pixels become black, as new empty area is: nothing is drawn there either,
 * and most programs that ignore transparency, the inference server's decoder among them, find black below it.
 */
export function decode({ path, hasEightBits }: SourcePicture): Sharp {
  const image = sharp(path, READING).flatten({ background: '#000' }).toColourspace('srgb')
  return hasEightBits ? image : image.pipelineColourspace('srgb')
}

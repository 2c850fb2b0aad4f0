import sharp, { type Sharp } from 'sharp'
import { type Orientation, orientedSize } from '#common/geometry/affine'
import type { Size } from '#common/geometry/space'
import type { ImageId } from '#common/ids'
import { ImageReadError } from '../image-read-error.ts'
import type { Pixels } from '../raster.ts'
import { fromPixels } from './passes.ts'

/** Where the bytes of a picture are: a path, an encoded file, or pixels that were decoded elsewhere. */
export type PictureFile = string | Uint8Array | Pixels

/** A picture file whose header has been read. */
export interface SourcePicture {
  readonly imageId: ImageId
  readonly file: PictureFile
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

export async function openPicture(imageId: ImageId, file: PictureFile): Promise<SourcePicture> {
  try {
    const { width, height, orientation: tag, depth } = await open(file).metadata()
    const stored = { width, height }
    const orientation = ORIENTATIONS.find((known) => known === tag) ?? 1
    const displayed = orientedSize(orientation, stored)
    return { imageId, file, stored, displayed, orientation, hasEightBits: depth === 'uchar' }
  } catch (cause) {
    throw new ImageReadError(imageId, cause)
  }
}

function open(file: PictureFile): Sharp {
  return typeof file === 'object' && 'data' in file ? fromPixels(file) : sharp(file, READING)
}

/**
 * The stored pixels as 8-bit sRGB. Transparent pixels become black, as new empty area is: nothing is drawn there either,
 * and most programs that ignore transparency, the inference server's decoder among them, find black below it.
 */
export function decode({ file, hasEightBits }: SourcePicture): Sharp {
  const image = open(file).flatten({ background: '#000' }).toColourspace('srgb')
  return hasEightBits ? image : image.pipelineColourspace('srgb')
}

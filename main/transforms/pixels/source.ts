import type { Orientation } from '#common/geometry/affine'
import type { Size } from '#common/geometry/space'
import type { ImageId } from '#common/ids'
import type { Sharp } from '#decoding/engine'
import { type Decoding, type EncodedImage, type EncodedSource, openImage } from '#decoding/image'
import { ImageReadError } from '../image-read-error.ts'
import type { Pixels } from '../raster.ts'
import { fromPixels } from './passes.ts'

/** Source of an image: a path, an encoded file, or decoded pixels. */
export type ImageFile = EncodedSource | Pixels

/** An image file whose header has been read. */
export interface SourceImage {
  readonly imageId: ImageId
  /** Size in the file, before it is oriented for display. */
  readonly stored: Size
  readonly displayed: Size
  readonly orientation: Orientation
  /**
   * Runs work on the stored pixels as 8-bit sRGB. Transparent pixels become black, like new empty areas: most programs
   * that ignore transparency find black there, and so does the decoder of the inference server.
   */
  readonly decode: <Value>(work: (image: Sharp) => Promise<Value>, decoding: Decoding) => Promise<Value>
}

export async function openEncoded(imageId: ImageId, file: ImageFile): Promise<SourceImage> {
  if (isPixels(file)) return decodedImage(imageId, file)
  try {
    const image = await openImage(file)
    const { stored, displayed, orientation } = image.header
    return { imageId, stored, displayed, orientation, decode: eightBitDecoder(image) }
  } catch (cause) {
    throw new ImageReadError(imageId, cause)
  }
}

function decodedImage(imageId: ImageId, pixels: Pixels): SourceImage {
  const stored = { width: pixels.width, height: pixels.height }
  const decode: SourceImage['decode'] = (work) => work(plain(fromPixels(pixels)))
  return { imageId, stored, displayed: stored, orientation: 1, decode }
}

/** Images with deeper samples are converted to 8 bits before anything else. */
function eightBitDecoder({ header, decode }: EncodedImage): SourceImage['decode'] {
  const isDeep = header.depth !== 'uchar'
  return (work, decoding) =>
    decode((open) => work(isDeep ? plain(open()).pipelineColourspace('srgb') : plain(open())), decoding)
}

function plain(image: Sharp): Sharp {
  return image.flatten({ background: '#000' }).toColourspace('srgb')
}

function isPixels(file: ImageFile): file is Pixels {
  return typeof file === 'object' && 'data' in file
}

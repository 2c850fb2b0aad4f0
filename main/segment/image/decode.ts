import type { Size } from '#common/geometry/space'
import { message } from '#common/messages/message'
import { SaidError } from '#common/messages/said-error'
import { openImage } from '#decoding/image'
import { type Pyramid, pyramidOf } from './raster.ts'

/** The file is not an image, or is missing. Its path stays in `cause`, and out of messages to users. */
export class ImageUnreadableError extends SaidError {
  override readonly name = 'ImageUnreadableError'

  constructor(cause: unknown) {
    super(message('image-file-unreadable'), { cause })
  }
}

/** Larger images are processed at half, a third, … of their size. */
const MOST_PIXELS = 64_000_000
/** Gray behind transparent parts. Black or white would hide the edges of black or white objects. */
const BEHIND = '#808080'

/** Decodes an image as it is shown: oriented, on a plain background, 8-bit sRGB. Returns its pyramid from full size. */
export async function decodeImage(path: string): Promise<Pyramid> {
  try {
    const image = await openImage(path)
    const { displayed } = image.header
    const size = isTooLarge(displayed) ? workingSize(displayed) : displayed
    const decoding = { isTolerant: true, makesBytes: size.width * size.height * 3 }
    return await image.decode(async (open) => {
      const upright = open().autoOrient()
      const fitted = size === displayed ? upright : upright.resize({ ...size, fit: 'fill' })
      const { data, info } = await fitted
        .flatten({ background: BEHIND })
        .toColourspace('srgb')
        .raw({ depth: 'uchar' })
        .toBuffer({ resolveWithObject: true })
      return pyramidOf({ width: info.width, height: info.height, data: asRgb(data, info.channels) })
    }, decoding)
  } catch (error) {
    throw new ImageUnreadableError(error)
  }
}

function isTooLarge({ width, height }: Size): boolean {
  return width * height > MOST_PIXELS
}

function workingSize({ width, height }: Size): Size {
  const divisor = Math.ceil(Math.sqrt((width * height) / MOST_PIXELS))
  return { width: Math.ceil(width / divisor), height: Math.ceil(height / divisor) }
}

function asRgb(data: Uint8Array, channels: number): Uint8Array {
  if (channels === 3) return data
  const rgb = new Uint8Array((data.length / channels) * 3)
  const [green, blue] = channels < 3 ? [0, 0] : [1, 2]
  for (let from = 0, to = 0; from < data.length; from += channels, to += 3) {
    rgb[to] = data[from] ?? 0
    rgb[to + 1] = data[from + green] ?? 0
    rgb[to + 2] = data[from + blue] ?? 0
  }
  return rgb
}

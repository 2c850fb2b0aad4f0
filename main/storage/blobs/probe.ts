import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlobHash } from '#common/ids'
import type { ImageReader, Probed, ProbedImage } from '#core/dataset/images/ports'
import { lookAtPixels } from '#core/dataset/search/descriptor'
import { fromRaw } from '#decoding/engine'
import type { EncodedImage } from '#decoding/image'
import type { ImageHeader } from '#decoding/image-header'
import { ImageRefusedError } from '#decoding/refused'
import { cachedFiles } from './cached-files.ts'
import { openTaken } from './taken.ts'
import { smallView } from './tiles/deep.ts'
import { deepSpaceOf } from './tiles/header.ts'

/** Longer side of a thumbnail in pixels. */
export const THUMB_SIDE = 320

/** A thumbnail of its own would be hardly smaller than a file of so many bytes. */
export const MOST_THUMB_BYTES = 64 * 1024

/** Up to here a file is read at once: of a path each loader of libvips opens the file for itself to see whether it is its own. */
const SMALL_FILE_BYTES = 4 * 1024 * 1024

const SHOWN_SPACES = new Set(['srgb', 'b-w'])

/** Decodes a file once, refuses what is no sound image, and keeps its thumbnail in `cacheFolder`. */
export function imageProbe(cacheFolder: string, maxPixels: number): ImageReader['probe'] {
  const cached = cachedFiles(cacheFolder, join(cacheFolder, 'incoming'))

  async function look(image: EncodedImage, { hash, bytes }: Stored): Promise<ProbedImage> {
    const isOwn = isOwnThumb(image.header, bytes)
    // Also where no thumbnail is made: to scale a small image down takes longer than to decode all of it.
    const pixels = await readSmall(image)
    if (!isOwn) {
      const { data, ...raw } = pixels
      const thumb = await fromRaw(data, raw).webp({ quality: 78, effort: 1 }).toBuffer()
      await cached.write(cached.pathOf('thumb', hash, 'webp'), thumb)
    }
    const { format, displayed } = image.header
    const { mean, descriptor } = lookAtPixels(pixels)
    return { format, ...displayed, ...averageOf(mean), descriptor }
  }

  return async (path, hash, content): Promise<Probed> => {
    const bytes = content?.length ?? (await stat(path)).size
    const taken = await openTaken(content ?? (bytes <= SMALL_FILE_BYTES ? await readFile(path) : path), maxPixels)
    if (!taken.ok) return taken
    try {
      return { ok: true, value: await look(taken.value, { hash, bytes }) }
    } catch (failure) {
      if (failure instanceof ImageRefusedError) return { ok: false, error: failure.refusal }
      throw failure
    }
  }
}

interface Stored {
  readonly hash: BlobHash
  readonly bytes: number
}

/** The image as its thumbnail shows it: upright, 8-bit, gray or sRGB, its longer side at most `THUMB_SIDE`. */
export async function readSmall(image: EncodedImage) {
  const space = deepSpaceOf(image.header)
  if (space !== undefined) return smallView(image, space, THUMB_SIDE)
  const { data, info } = await image.decode((open) =>
    open()
      .autoOrient()
      .resize(THUMB_SIDE, THUMB_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#808080' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )
  const { width, height, channels } = info
  return { data, width, height, channels }
}

/** Whether a screen may show the file as the thumbnail: a small upright JPEG, in colors that every browser knows. */
export function isOwnThumb({ format, stored, orientation, depth, space }: ImageHeader, bytes: number): boolean {
  const isSmall = bytes <= MOST_THUMB_BYTES && Math.max(stored.width, stored.height) <= THUMB_SIDE
  return isSmall && format === 'jpeg' && orientation === 1 && depth === 'uchar' && SHOWN_SPACES.has(space)
}

/** Average color and mean luma (BT.601) of an image with this mean. */
function averageOf(mean: readonly number[]): { color: string; brightness: number } {
  const [r = 0, g = 0, b = 0] = mean.map(Math.round)
  const color = `#${[r, g, b].map((value) => value.toString(16).padStart(2, '0')).join('')}`
  return { color, brightness: (0.299 * r + 0.587 * g + 0.114 * b) / 255 }
}

import { rmSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlobHash } from '#common/ids'
import type { ImageReader } from '#core/dataset/images/ports'
import { describePixels } from '#core/dataset/search/descriptor'
import type { ImageTurner } from '#core/exchange/exports/search/ports'
import { fromRaw, type Sharp, setDecodeThreads } from '#decoding/engine'
import { type EncodedImage, type EncodedSource, openImage } from '#decoding/image'
import { DamagedFileError } from '#decoding/image-file'
import { ImageRefusedError } from '#decoding/refused'
import { cachedFiles, isThere, sweepCached } from './cached-files.ts'
import { imageProbe, isOwnThumb, MOST_THUMB_BYTES, readSmall, THUMB_SIDE } from './probe.ts'
import { openTaken } from './taken.ts'

/** Kinds that every browser shows as they are, with the EXIF turn. */
const SHOWN_AS_IS = new Set(['jpeg', 'png', 'webp', 'avif'])

const SCREEN_SIDE = 2048

export interface ImageFiles extends ImageReader, ImageTurner {
  /** A JPEG of the size of a thumbnail, from the bytes of an image; undefined when they cannot be read as one. */
  shrink(image: Uint8Array): Promise<Uint8Array | undefined>
  /**
   * Path and media type of an image in one of the sizes that screens ask for; made on first use. Throws for one that is damaged or has
   * too many pixels: those of events are not decoded when they come.
   */
  sized(blob: StoredImage, size: 'thumb' | 'screen' | 'full'): Promise<{ path: string; type: string }>
  /** Deletes the smaller copies of what no row names any more. One that is needed after all is made again. */
  sweep(referenced: ReadonlySet<string>): Promise<void>
}

export interface StoredImage {
  readonly blob: BlobHash
  readonly path: string
  readonly format: string
  /** Asked before a copy is made: damaged pixels must not stand for the image until the cache is emptied. */
  readonly isSound?: () => Promise<boolean>
}

/** Reads images with libvips on its own threads. Smaller copies lie in `cacheFolder` and can be deleted at any time. */
export function imageFiles(cacheFolder: string, maxPixels: number): ImageFiles {
  // One thread an image and as many images at once as there are cores is faster than the reverse.
  setDecodeThreads(1)
  const incoming = join(cacheFolder, 'incoming')
  // Files that a killed process left half written belong to nobody.
  rmSync(incoming, { recursive: true, force: true })
  const { pathOf: cached, once: onceAt } = cachedFiles(cacheFolder, incoming)

  /** Throws for one with too many pixels: that is not known of every image before. */
  async function openLimited(path: string): Promise<EncodedImage> {
    const image = await openImage(path)
    const { width, height } = image.header.stored
    if (width * height <= maxPixels) return image
    throw new ImageRefusedError({ kind: 'too-many-pixels', pixels: width * height, limit: maxPixels })
  }

  /** Throws for one that is no sound image. */
  async function isSmallFile(path: string): Promise<boolean> {
    const { size } = await stat(path)
    return size <= MOST_THUMB_BYTES && isOwnThumb((await openLimited(path)).header, size)
  }

  async function describe(image: EncodedSource): Promise<Uint8Array | undefined> {
    const pixels = await readForeign(image)
    return pixels && describePixels(pixels)
  }

  /** The pixels, or undefined for what is no image of a kind and a size that is taken in. */
  async function readForeign(image: EncodedSource) {
    try {
      const taken = await openTaken(image, maxPixels)
      return taken.ok ? await readSmall(taken.value) : undefined
    } catch {
      return undefined
    }
  }

  return {
    probe: imageProbe(cacheFolder, maxPixels),

    async renew(hash) {
      const copies = [cached('thumb', hash, 'webp'), cached('screen', hash, 'jpg'), cached('full', hash, 'jpg')]
      await Promise.all(copies.map((copy) => rm(copy, { force: true })))
    },

    describe,

    async shrink(image) {
      const pixels = await readForeign(image)
      if (pixels === undefined) return undefined
      const { data, ...raw } = pixels
      return fromRaw(data, raw).jpeg({ quality: 92 }).toBuffer()
    },

    async upright(path) {
      const { header, decode } = await openImage(path)
      if (header.format === 'jpeg' && header.orientation === 1) return undefined
      return decode((open) => {
        // Black below transparency, as in the images of versions.
        const upright = open().autoOrient().flatten({ background: '#000' }).toColourspace('srgb')
        return upright.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()
      })
    },

    async sized({ blob, path, format, isSound }, size) {
      const once = async (file: string, make: (open: EncodedImage) => Promise<Buffer>) =>
        onceAt(file, async () => {
          if (isSound && !(await isSound())) throw new DamagedFileError('damaged')
          return make(await openLimited(path))
        })
      if (size === 'thumb') {
        const file = cached('thumb', blob, 'webp')
        if (format === 'jpeg' && !(await isThere(file)) && (await isSmallFile(path)))
          return { path, type: 'image/jpeg' }
        await once(file, ({ decode }) =>
          decode((open) => inside(open(), THUMB_SIDE).webp({ quality: 78, effort: 1 }).toBuffer()),
        )
        return { path: file, type: 'image/webp' }
      }
      if (size === 'full' && SHOWN_AS_IS.has(format)) return { path, type: `image/${format}` }
      const file = cached(size, blob, 'jpg')
      // Huffman tables of their own would make it a tenth smaller, and somebody waits for it.
      const jpeg = { quality: size === 'full' ? 95 : 88, chromaSubsampling: '4:4:4', optimiseCoding: false }
      const side = size === 'full' ? undefined : SCREEN_SIDE
      await once(file, ({ decode }) => decode((open) => inside(open(), side).jpeg(jpeg).toBuffer()))
      return { path: file, type: 'image/jpeg' }
    },
    sweep: (referenced) => sweepCached(cacheFolder, ['thumb', 'screen', 'full'], referenced),
  }
}

function inside(image: Sharp, side: number | undefined): Sharp {
  const upright = image.autoOrient().flatten({ background: '#808080' }).toColourspace('srgb')
  return side === undefined ? upright : upright.resize(side, side, { fit: 'inside', withoutEnlargement: true })
}

import { rmSync } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlobHash } from '#common/ids'
import type { PictureTurner } from '#core/exports/search/ports'
import type { PictureReader, Probed } from '#core/images/ports'
import { describePixels } from '#core/search/descriptor'
import { fromRaw, type Sharp, setDecodeThreads } from '#decoding/engine'
import { type EncodedImage, type EncodedSource, openImage } from '#decoding/image'
import type { ImageHeader } from '#decoding/image-header'
import { ImageRefusedError } from '#decoding/refused'
import { cachedFiles, isThere, sweepCached } from './cached-files.ts'
import { openTaken } from './taken.ts'
import { smallView } from './tiles/deep.ts'
import { deepSpaceOf } from './tiles/header.ts'

/** Kinds that every browser shows as they are, with the EXIF turn. */
const SHOWN_AS_IS = new Set(['jpeg', 'png', 'webp', 'avif'])

const THUMB_SIDE = 320
const SCREEN_SIDE = 2048

export interface PictureFiles extends PictureReader, PictureTurner {
  /** A JPEG of the size of a thumbnail, from the bytes of a picture; undefined when they cannot be read as one. */
  shrink(picture: Uint8Array): Promise<Uint8Array | undefined>
  /**
   * Path and media type of a picture in one of the sizes that screens ask for; made on first use. Throws for one that is damaged or has
   * too many pixels: those of events are not decoded when they come.
   */
  sized(blob: StoredPicture, size: 'thumb' | 'screen' | 'full'): Promise<{ path: string; type: string }>
  /** Deletes the smaller copies of what no row names any more. One that is needed after all is made again. */
  sweep(referenced: ReadonlySet<string>): Promise<void>
}

export interface StoredPicture {
  readonly blob: BlobHash
  readonly path: string
  readonly format: string
}

/** Reads pictures with libvips on its own threads. Smaller copies lie in `cacheFolder` and can be deleted at any time. */
export function pictureFiles(cacheFolder: string, maxPixels: number): PictureFiles {
  // One thread a picture and as many pictures at once as there are cores is faster than the reverse.
  setDecodeThreads(1)
  const incoming = join(cacheFolder, 'incoming')
  // What a killed process left half written belongs to nobody.
  rmSync(incoming, { recursive: true, force: true })
  const { pathOf: cached, write: makeFile, once } = cachedFiles(cacheFolder, incoming)

  /** Throws for one with too many pixels: that is not known of every picture before. */
  async function openLimited(path: string): Promise<EncodedImage> {
    const image = await openImage(path)
    const { width, height } = image.header.stored
    if (width * height <= maxPixels) return image
    throw new ImageRefusedError({ kind: 'too-many-pixels', pixels: width * height, limit: maxPixels })
  }

  async function readSmall(image: EncodedImage) {
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

  async function readThumb(image: EncodedImage, { hash, bytes }: Stored) {
    const pixels = await readSmall(image)
    const { data, ...raw } = pixels
    if (!isOwnThumb(image.header, bytes)) {
      const thumb = await fromRaw(data, raw).webp({ quality: 78, effort: 1 }).toBuffer()
      await makeFile(cached('thumb', hash, 'webp'), thumb)
    }
    return { ...averageOf(data, raw.channels), descriptor: describePixels(pixels) }
  }

  /** Throws for one that is no sound picture. */
  async function isSmallFile(path: string): Promise<boolean> {
    const { size } = await stat(path)
    return size <= MOST_THUMB_BYTES && isOwnThumb((await openLimited(path)).header, size)
  }

  async function describe(picture: EncodedSource): Promise<Uint8Array | undefined> {
    const pixels = await readForeign(picture)
    return pixels && describePixels(pixels)
  }

  /** Undefined for what is no picture of a kind and a size that is taken in. */
  async function readForeign(picture: EncodedSource) {
    try {
      const taken = await openTaken(picture, maxPixels)
      return taken.ok ? await readSmall(taken.value) : undefined
    } catch {
      return undefined
    }
  }

  return {
    async probe(path, hash): Promise<Probed> {
      const { size: bytes } = await stat(path)
      const taken = await openTaken(bytes <= SMALL_FILE_BYTES ? await readFile(path) : path, maxPixels)
      if (!taken.ok) return taken
      const { format, displayed } = taken.value.header
      try {
        return { ok: true, value: { format, ...displayed, ...(await readThumb(taken.value, { hash, bytes })) } }
      } catch (failure) {
        if (failure instanceof ImageRefusedError) return { ok: false, error: failure.refusal }
        throw failure
      }
    },

    async renew(hash) {
      const copies = [cached('thumb', hash, 'webp'), cached('screen', hash, 'jpg'), cached('full', hash, 'jpg')]
      await Promise.all(copies.map((copy) => rm(copy, { force: true })))
    },

    describe,

    async shrink(picture) {
      const pixels = await readForeign(picture)
      if (pixels === undefined) return undefined
      const { data, ...raw } = pixels
      return fromRaw(data, raw).jpeg({ quality: 92 }).toBuffer()
    },

    async upright(path) {
      const { header, decode } = await openImage(path)
      if (header.format === 'jpeg' && header.orientation === 1) return undefined
      return decode((open) => {
        // Black below transparency, as in the pictures of versions.
        const upright = open().autoOrient().flatten({ background: '#000' }).toColourspace('srgb')
        return upright.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()
      })
    },

    async sized({ blob, path, format }, size) {
      if (size === 'thumb') {
        const file = cached('thumb', blob, 'webp')
        if (format === 'jpeg' && !(await isThere(file)) && (await isSmallFile(path)))
          return { path, type: 'image/jpeg' }
        await once(file, async () => {
          const { decode } = await openLimited(path)
          return decode((open) => inside(open(), THUMB_SIDE).webp({ quality: 78, effort: 1 }).toBuffer())
        })
        return { path: file, type: 'image/webp' }
      }
      if (size === 'full' && SHOWN_AS_IS.has(format)) return { path, type: `image/${format}` }
      const file = cached(size, blob, 'jpg')
      // Huffman tables of their own would make it a tenth smaller, and somebody waits for it.
      const jpeg = { quality: size === 'full' ? 95 : 88, chromaSubsampling: '4:4:4', optimiseCoding: false }
      const side = size === 'full' ? undefined : SCREEN_SIDE
      await once(file, async () => {
        const { decode } = await openLimited(path)
        return decode((open) => inside(open(), side).jpeg(jpeg).toBuffer())
      })
      return { path: file, type: 'image/jpeg' }
    },
    sweep: (referenced) => sweepCached(cacheFolder, ['thumb', 'screen', 'full'], referenced),
  }
}

/** Up to here a file is read at once: of a path each loader of libvips opens the file for itself to see whether it is its own. */
const SMALL_FILE_BYTES = 4 * 1024 * 1024

/** A thumbnail of its own would be hardly smaller than a file of so many bytes. */
const MOST_THUMB_BYTES = 64 * 1024

interface Stored {
  readonly hash: BlobHash
  readonly bytes: number
}

/** Whether a screen may show the file as the thumbnail: a small upright JPEG, in colours that every browser knows. */
function isOwnThumb({ format, stored, orientation, depth, space }: ImageHeader, bytes: number): boolean {
  const isSmall = bytes <= MOST_THUMB_BYTES && Math.max(stored.width, stored.height) <= THUMB_SIDE
  return isSmall && format === 'jpeg' && orientation === 1 && depth === 'uchar' && SHOWN_SPACES.has(space)
}

const SHOWN_SPACES = new Set(['srgb', 'b-w'])

function inside(picture: Sharp, side: number | undefined): Sharp {
  const upright = picture.autoOrient().flatten({ background: '#808080' }).toColourspace('srgb')
  return side === undefined ? upright : upright.resize(side, side, { fit: 'inside', withoutEnlargement: true })
}

/** Average colour and mean luma (BT.601) of 8-bit pixels, grey or RGB. */
function averageOf(pixels: Uint8Array, channels: number): { color: string; brightness: number } {
  const [second, third] = channels < 3 ? [0, 0] : [1, 2]
  let [red, green, blue] = [0, 0, 0]
  for (let i = 0; i < pixels.length; i += channels) {
    red += pixels[i] ?? 0
    green += pixels[i + second] ?? 0
    blue += pixels[i + third] ?? 0
  }
  const mean = (sum: number) => Math.round((sum * channels) / pixels.length)
  const [r, g, b] = [mean(red), mean(green), mean(blue)]
  const color = `#${[r, g, b].map((value) => value.toString(16).padStart(2, '0')).join('')}`
  return { color, brightness: (0.299 * r + 0.587 * g + 0.114 * b) / 255 }
}

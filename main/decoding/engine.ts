import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
import sharp, { type Metadata, type Sharp } from 'sharp'

/**
 * The only module that loads libvips. It disables all loaders for the whole process except those listed here: formats
 * that draw, paginate or run code cannot be reached, even if a file passes the check of its first bytes.
 */

export type { Metadata, Sharp }

/** Loaders by libvips' class names. Raw samples need none. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Tiff', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}`)

/** Set in a process whose loaders are limited; threads that start later inherit it. */
const LIMITED = 'tessera:limited-loaders'

// All threads of a process share libvips. Limiting it again would disable every loader for a moment, and images that
// other threads open meanwhile would appear damaged.
if (getEnvironmentData(LIMITED) !== true) {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: LOADERS })
  setEnvironmentData(LIMITED, true)
}
// Every image is opened once, so a cache would only take memory.
sharp.cache(false)

interface RawLayout {
  readonly width: number
  readonly height: number
  readonly channels: 1 | 2 | 3 | 4
}

/** Returns an image of samples in memory. */
export function fromRaw(data: Uint8Array, raw: RawLayout): Sharp {
  return sharp(data, { raw, limitInputPixels: false })
}

/** Returns an image of one color. */
export function plainImage(size: { readonly width: number; readonly height: number }, background: string): Sharp {
  return sharp({ create: { ...size, channels: 3, background } })
}

/** Sets how many threads libvips uses per image. */
export function setDecodeThreads(count: number): void {
  sharp.concurrency(count)
}

interface EncodedOptions {
  /** Whether to decode as much as possible of a damaged file. */
  readonly isTolerant: boolean
  readonly seconds: number
}

/** Opens an encoded image whose kind has been checked. Only `image.ts` calls this. */
export function fromEncoded(source: string | Uint8Array, { isTolerant, seconds }: EncodedOptions): Sharp {
  const failOn = isTolerant ? 'none' : 'error'
  return sharp(source, { limitInputPixels: false, failOn, sequentialRead: true }).timeout({ seconds })
}

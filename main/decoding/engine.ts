import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
import sharp, { type Metadata, type Sharp } from 'sharp'

/**
 * The one place that loads libvips. Whatever it could open besides the kinds listed here is switched off in it for the whole process:
 * formats that draw, page or run code are never reached, also if their bytes got past the check of an image's first bytes.
 */

export type { Metadata, Sharp }

/** Loaders by libvips' class names. Raw samples in memory need none. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Tiff', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}`)

/** Set in a process whose loaders are limited; threads that start later inherit it. */
const LIMITED = 'tessera:limited-loaders'

// libvips is one for all threads of a process: a thread that limited it again would switch off every loader for a moment, and images
// that others open in this moment would pass for damaged.
if (getEnvironmentData(LIMITED) !== true) {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: LOADERS })
  setEnvironmentData(LIMITED, true)
}
// Every image is asked for once; what is kept of it would only take memory.
sharp.cache(false)

interface RawLayout {
  readonly width: number
  readonly height: number
  readonly channels: 1 | 2 | 3 | 4
}

/** An image of samples that are in memory already. */
export function fromRaw(data: Uint8Array, raw: RawLayout): Sharp {
  return sharp(data, { raw, limitInputPixels: false })
}

/** An image of one colour. */
export function plainImage(size: { readonly width: number; readonly height: number }, background: string): Sharp {
  return sharp({ create: { ...size, channels: 3, background } })
}

/** How many threads libvips uses for one image. */
export function setDecodeThreads(count: number): void {
  sharp.concurrency(count)
}

interface EncodedOptions {
  /** Decodes as much as can be decoded, also of a damaged file. */
  readonly isTolerant: boolean
  readonly seconds: number
}

/** An encoded image whose kind has been checked. Only `image.ts` calls this. */
export function fromEncoded(source: string | Uint8Array, { isTolerant, seconds }: EncodedOptions): Sharp {
  const failOn = isTolerant ? 'none' : 'error'
  return sharp(source, { limitInputPixels: false, failOn, sequentialRead: true }).timeout({ seconds })
}

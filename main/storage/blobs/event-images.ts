import { err, ok, type Result } from '#common/result'
import { MAX_IMAGE_PIXELS } from '#core/dataset/images/rules'
import type { EventImage, EventImageReader } from '#core/events/ports'
import { imageStructure } from './image-structure.ts'

/** Reads the images that events bring along. */
export const eventImages: EventImageReader = {
  async read(base64) {
    const bytes = decodeBase64(base64)
    return bytes === undefined ? err('is not base64') : inspect(bytes)
  },
  async inspect({ buffer, byteOffset, byteLength }) {
    return inspect(Buffer.from(buffer, byteOffset, byteLength))
  },
}

function inspect(bytes: Buffer): Result<EventImage, string> {
  const structure = imageStructure(bytes)
  if (structure.kind === 'whole') {
    const { contentType, pixels } = structure
    return pixels > MAX_IMAGE_PIXELS ? err(tooManyPixels(pixels)) : ok({ bytes, contentType })
  }
  return structure.kind === 'cut'
    ? err(`is only a part of an image (${structure.contentType})`)
    : err('is not a supported image. Use JPEG, PNG, WebP, GIF, TIFF, AVIF or BMP')
}

function tooManyPixels(pixels: number): string {
  const [has, most] = [pixels, MAX_IMAGE_PIXELS].map((count) => Math.round(count / 1_000_000))
  return `has ${has} million pixels; the limit is ${most} million`
}

const DATA_URL = /^data:(?:[\w.+-]+\/[\w.+-]+)?(?:;[\w=.+-]+)*;base64,/i

/** The bytes of base64 or its variant for addresses, wrapped or not, with or without the beginning of a data URL; undefined for all else. */
function decodeBase64(text: string): Buffer | undefined {
  const body = text.slice(DATA_URL.exec(text.slice(0, 200))?.[0].length ?? 0)
  return decodeExactly(body) ?? decodeExactly(body.replace(/\s+/g, ''))
}

/** Node passes over what is not base64; then fewer bytes come out than the length of the text promises. */
function decodeExactly(text: string): Buffer | undefined {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const letters = text.length - padding
  // One letter alone is less than a byte.
  if (letters % 4 === 1) return undefined
  const expected = Math.floor((letters * 3) / 4)
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === expected && bytes.length > 0 ? bytes : undefined
}

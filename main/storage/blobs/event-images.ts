import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { err, ok, type Result } from '#common/result'
import { MAX_IMAGE_PIXELS } from '#core/dataset/images/rules'
import type { EventImage, EventImageReader } from '#core/events/ports'
import { imageStructure } from './image-structure.ts'

/** Reads the images that events bring along. */
export const eventImages: EventImageReader = {
  async read(base64) {
    const bytes = decodeBase64(base64)
    return bytes === undefined ? err(message('event-image-not-base64')) : inspect(bytes)
  },
  async inspect({ buffer, byteOffset, byteLength }) {
    return inspect(Buffer.from(buffer, byteOffset, byteLength))
  },
}

function inspect(bytes: Buffer): Result<EventImage, Message> {
  const structure = imageStructure(bytes)
  if (structure.kind === 'whole') {
    const { contentType, pixels } = structure
    return pixels > MAX_IMAGE_PIXELS ? err(tooManyPixels(pixels)) : ok({ bytes, contentType })
  }
  return structure.kind === 'cut'
    ? err(message('event-image-cut', { type: structure.contentType }))
    : err(message('event-image-unsupported'))
}

function tooManyPixels(pixels: number): Message {
  const millions = (count: number) => Math.round(count / 1_000_000)
  return message('event-image-too-large', { count: millions(pixels), most: millions(MAX_IMAGE_PIXELS) })
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

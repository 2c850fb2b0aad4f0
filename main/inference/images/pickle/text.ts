import { message } from '#common/messages/message'
import { shorten } from '#common/text'
import { ImageError } from '../image-error.ts'
import type { PickleBytes, PickleText } from './values.ts'

/** Names are short; longer texts are the bytes of an array. */
const LONGEST_NAME = 200

/** A text that names something. Throws an `ImageError` for one that is too long for that. */
export function nameOf({ bytes }: PickleText): string {
  if (bytes.length > LONGEST_NAME) throw new ImageError(message('pickle-name-too-long', { bytes: bytes.length }))
  return new TextDecoder().decode(bytes)
}

/** A text for a message. */
export function quoted(text: string): string {
  return shorten(text.replace(/[^\x20-\x7e]/g, '?'), 80)
}

/** The bytes themselves; those that were written as a text are made of its characters 0…255. */
export function bytesOf({ source }: PickleBytes): Uint8Array {
  if (source instanceof Uint8Array) return source
  return source.encoding === 'utf8' ? fromUtf8(source.bytes) : fromRawEscape(source.bytes)
}

/** Every character 128…255 is two bytes of UTF-8, of which the first is C2 or C3. */
function fromUtf8(text: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(text.length)
  let length = 0
  for (let i = 0; i < text.length; i += 1) {
    const byte = text[i] ?? 0
    if (byte < 0x80) bytes[length] = byte
    else {
      i += 1
      const next = text[i] ?? 0
      if ((byte !== 0xc2 && byte !== 0xc3) || (next & 0xc0) !== 0x80) throw noLatin1()
      bytes[length] = ((byte & 3) << 6) | (next & 0x3f)
    }
    length += 1
  }
  return bytes.subarray(0, length)
}

const [BACKSLASH, SMALL_U] = [0x5c, 0x75]

function fromRawEscape(text: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(text.length)
  let length = 0
  for (let i = 0; i < text.length; i += 1) {
    const isEscape = text[i] === BACKSLASH && text[i + 1] === SMALL_U
    bytes[length] = isEscape ? escaped(text.subarray(i + 2, i + 6)) : (text[i] ?? 0)
    if (isEscape) i += 5
    length += 1
  }
  return bytes.subarray(0, length)
}

function escaped(digits: Uint8Array): number {
  const text = String.fromCharCode(...digits)
  if (!/^00[0-9a-f]{2}$/i.test(text)) throw noLatin1()
  return Number.parseInt(text, 16)
}

function noLatin1(): ImageError {
  return new ImageError(message('pickle-text-not-latin'))
}

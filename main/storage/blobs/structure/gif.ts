import { type ImageFormat, latin } from './format.ts'

const IMAGE = 0x2c
const EXTENSION = 0x21
const TRAILER = 0x3b

/** GIF 89a: a screen with its colors, then extensions and images made of small blocks, then the trailer. */
export const GIF: ImageFormat = {
  contentType: 'image/gif',
  begins: (bytes) => /^GIF8[79]a$/.test(latin(bytes, 0, 6)),
  isWhole(bytes) {
    let at = 13 + coloursBytes(bytes.readUInt8(10))
    let hasImage = false
    while (at < bytes.length) {
      const kind = bytes[at]
      if (kind === TRAILER) return hasImage
      if (kind !== IMAGE && kind !== EXTENSION) return false
      hasImage ||= kind === IMAGE
      // An extension's label; an image's place with its own colors, and the width of its codes.
      const header = kind === EXTENSION ? 2 : 11 + coloursBytes(bytes.readUInt8(at + 9))
      at = behindBlocks(bytes, at + header)
    }
    return false
  },
  pixels: (bytes) => bytes.readUInt16LE(6) * bytes.readUInt16LE(8),
}

/** Bytes of a table of colors, from the flags of what it belongs to. */
function coloursBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

/** Blocks of up to 255 bytes, each behind its length; the last one is empty. */
function behindBlocks(bytes: Buffer, start: number): number {
  let at = start
  for (let length = bytes.readUInt8(at); length > 0; length = bytes.readUInt8(at)) at += 1 + length
  return at + 1
}

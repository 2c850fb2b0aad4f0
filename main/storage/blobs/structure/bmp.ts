import { BmpError, type BmpHeader, readBmpHeader } from '#decoding/bmp/header'
import { kindOf } from '#decoding/kinds'
import type { ImageFormat } from './format.ts'

/** BMP: two headers, colors, then rows of a known length, or run lengths that end with a sign. */
export const BMP: ImageFormat = {
  contentType: 'image/bmp',
  begins: (bytes) => kindOf(bytes) === 'bmp',
  isWhole(bytes) {
    const header = headerOf(bytes)
    if (header === undefined) return false
    const { palette, pixelsAt, packing } = header
    if (palette.at + palette.entries * palette.entryBytes > bytes.length) return false
    return packing === 'plain' ? pixelsAt + rowsBytes(header) <= bytes.length : isRunToTheEnd(bytes, header)
  },
  pixels(bytes) {
    const { width = 0, height = 0 } = headerOf(bytes) ?? {}
    return width * height
  },
}

function headerOf(bytes: Buffer): BmpHeader | undefined {
  try {
    return readBmpHeader(bytes)
  } catch (failure) {
    if (failure instanceof BmpError) return undefined
    throw failure
  }
}

/** Some writers leave the padding of the last row out. */
function rowsBytes({ width, height, bitsPerPixel }: BmpHeader): number {
  const rowBits = bitsPerPixel * width
  return Math.ceil(rowBits / 32) * 4 * (height - 1) + Math.ceil(rowBits / 8)
}

const [END_OF_IMAGE, MOVE] = [1, 2]

/** Walks pairs of a count and a value; behind the count 0 stand signs and runs of single pixels. */
function isRunToTheEnd(bytes: Buffer, { pixelsAt, packing }: BmpHeader): boolean {
  let at = pixelsAt
  while (at + 2 <= bytes.length) {
    const [count, value] = [bytes.readUInt8(at), bytes.readUInt8(at + 1)]
    at += 2
    if (count > 0) continue
    if (value === END_OF_IMAGE) return true
    if (value === MOVE) at += 2
    // Single pixels fill whole pairs of bytes.
    if (value > MOVE) at += 2 * Math.ceil(value / (packing === 'rle4' ? 4 : 2))
  }
  return false
}
